import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import type { Theme } from '@mui/material/styles';
import { useListContext, useTranslate } from 'ra-core';
import { lazyPart } from '../ui/lazyPart';
import { useListScreen } from './listScreen';
import { useListRow } from './RowLinks';
import { getRowName } from './rows';

// Few lists have any, so their code is not part of every list.
const BulkActions = lazyPart(() => import('./BulkActions'), { onFailure: 'inline' });

/** Toolbar of the bulk actions, while rows are selected. */
export function ListBulkActions() {
  const { selectedIds } = useListContext();
  // react-admin only collapses the toolbar: its buttons would stay in the tab order.
  if (!selectedIds?.length) return null;
  return <BulkActions />;
}

/** Bulk action toolbar of the cards. Sticky, as selected cards may be far below. */
export function CardBulkActions() {
  return (
    <Box sx={aboveCards}>
      <ListBulkActions />
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

/** Checkbox of a card. */
export function SelectRowCheckbox() {
  const row = useListRow();
  const { resource } = useListScreen();
  const { selectedIds = [], onToggleItem } = useListContext();
  const translate = useTranslate();
  if (row.isPlaceholder) return null;
  const name = translate('lists.choose', { name: getRowName(row, resource) });
  return (
    <Checkbox
      // Above the card's link.
      sx={{ position: 'relative', zIndex: 1, margin: -1, marginInlineEnd: 0 }}
      checked={selectedIds.includes(row.id)}
      onChange={() => onToggleItem(row.id)}
      slotProps={{ input: { 'aria-label': name } }}
    />
  );
}
