import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'ra-core';
import type { RunState } from '../../api/imports';
import { useMeta } from '../../api/meta';
import type { Choice, Tone } from '../../api/types';
import { useFormat } from '../../core/i18n/format';
import { EMPTY_CELL } from '../../core/lists/cells';
import ResourceList from '../../core/lists/ResourceList';
import type { ColumnOverrides, Row } from '../../core/lists/rows';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';
import { StatusChip } from '../../core/ui/StatusChip';
import { useAnchor } from '../../core/ui/useAnchor';

/** Tones of the states of an import. */
const tones: Record<RunState, Tone> = {
  READING: 'moving',
  COLUMNS: 'waiting',
  CHECKING: 'moving',
  REVIEW: 'waiting',
  WRITING: 'moving',
  DONE: 'done',
  FAILED: 'rejected',
  CANCELLED: 'idle',
  UNDOING: 'moving',
  UNDONE: 'idle',
};

/** States in which rows have been written, so that they count as added or changed. */
const writtenStates: readonly RunState[] = ['DONE', 'UNDOING', 'UNDONE'];
/** States in which rows have been checked. */
const checkedStates: readonly RunState[] = [...writtenStates, 'REVIEW', 'WRITING'];

const isIn = ({ state }: Row, states: readonly RunState[]) =>
  states.includes((state as Choice & { key: RunState }).key);

/** Render a dash until rows are written; then the default. */
const hideUntilWritten = (row: Row) => (isIn(row, writtenStates) ? null : EMPTY_CELL);

/** Number of rows with errors, with the color and icon of errors. */
function WrongRows({ count }: { count: number }) {
  return (
    <Box component="span" sx={{ color: 'error.main', fontWeight: 'fontWeightMedium', whiteSpace: 'nowrap' }}>
      <ErrorIcon aria-hidden sx={{ fontSize: 16, verticalAlign: '-3px' }} /> {useFormat().number(count)}
    </Box>
  );
}

export const importColumns: ColumnOverrides = {
  createdRows: { render: hideUntilWritten },
  changedRows: { render: hideUntilWritten },
  sameRows: { render: (row) => (isIn(row, checkedStates) ? null : EMPTY_CELL) },
  wrongRows: {
    render: (row) => {
      if (!isIn(row, checkedStates)) return EMPTY_CELL;
      return Number(row.wrongRows) > 0 ? <WrongRows count={Number(row.wrongRows)} /> : null;
    },
  },
  // With the date and time, the columns do not fit at 1280 px.
  // So that loads of the same file differ on a card.
  createdAt: { form: 'relative', isExact: true },
  state: {
    card: 'chip',
    render: ({ state }) => {
      const { key, name } = state as Choice & { key: RunState };
      return <StatusChip tone={tones[key]} label={name} />;
    },
  },
};

/** Page with the import history and a button for a new import. */
export default function ImportHistoryPage() {
  return <ResourceList name="imports" extras={importColumns} actions={<NewImport />} />;
}

/** Menu button to start an import into one of the lists. */
function NewImport() {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const { resources } = useMeta();
  const menu = useAnchor('menu');
  const targets = resources.filter((resource) => resource.import);
  return (
    <>
      <Button {...menu.trigger} variant="contained" color="primary" startIcon={<UploadIcon />}>
        {translate('lists.import')}
      </Button>
      <Menu {...menu.popup}>
        {targets.map(({ name, title }) => (
          <MenuItem key={name} component={RouterLink} to={path(`imports/new/${name}`)}>
            {title}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
