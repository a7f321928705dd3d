import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import type { Theme } from '@mui/material/styles';
import { useListContext, useTranslate } from 'ra-core';
import { BulkActionsToolbar, BulkDeleteButton, BulkUpdateButton } from 'react-admin';
import { useListScreen } from './listScreen';
import { useRow } from './RowLinks';
import { rowName } from './rows';

/** What the server declares may be done to the chosen rows; each can be undone while the notice of it stands. */
export function BulkActions() {
  const { resource } = useListScreen();
  const { selectedIds } = useListContext();
  // Folded away it would still be reached by Tab.
  if (!selectedIds?.length) return null;
  return (
    <BulkActionsToolbar>
      {resource.bulkActions.map(({ key, label, values, tone }) =>
        values ? (
          <BulkUpdateButton
            key={key}
            label={label}
            data={values}
            mutationMode="undoable"
            color={tone === 'danger' ? 'error' : 'inherit'}
          />
        ) : (
          <BulkDeleteButton key={key} label={label} mutationMode="pessimistic" />
        ),
      )}
    </BulkActionsToolbar>
  );
}

/** The same above cards: it stays in view, for the chosen ones may be far below. */
export function CardsBulkActions() {
  return (
    <Box sx={aboveCards}>
      <BulkActions />
    </Box>
  );
}

const aboveCards = (theme: Theme) => ({
  position: 'sticky',
  top: theme.portal.barHeight,
  zIndex: 2,
  '&& .RaBulkActionsToolbar-toolbar': {
    position: 'static',
    flexWrap: 'wrap',
    height: 'auto',
    transform: 'none',
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.portal.accentSoft,
    '& .MuiButton-root': { color: theme.portal.accentText },
  },
});

/** Chooses the row of a card. */
export function ChooseRow() {
  const row = useRow();
  const { resource } = useListScreen();
  const { selectedIds = [], onToggleItem } = useListContext();
  const translate = useTranslate();
  if (row.isToCome) return null;
  const name = translate('lists.choose', { name: rowName(row, resource) });
  return (
    <Checkbox
      // Above the card's own link.
      sx={{ position: 'relative', zIndex: 1, margin: -1, marginInlineEnd: 0 }}
      checked={selectedIds.includes(row.id)}
      onChange={() => onToggleItem(row.id)}
      slotProps={{ input: { 'aria-label': name } }}
    />
  );
}
