import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import HistoryIcon from '@mui/icons-material/History';
import TouchIcon from '@mui/icons-material/TouchAppOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { Run, RunColumn } from '../../api/imports';
import { CellSelect } from '../../core/tables/CellField';
import { CellText } from '../../core/tables/CellText';
import { RequestTable } from '../../core/tables/Table';
import type { Column } from '../../core/tables/tableTypes';
import { StatusChip } from '../../core/ui/StatusChip';
import { type Certainty, getCertainty, getColumnName, type LayoutValues } from './columnChoice';
import { getColumnLetter } from './RawPreview';

const getColumnId = ({ index }: RunColumn) => index;

/** Table of the file's columns: header, sample values and target field. */
export function ColumnTable({ run }: { run: Run }) {
  const translate = useTranslate();
  const { fields } = run;
  const called = useMemo(
    () => (column: RunColumn) =>
      column.heading || translate('imports.columns.unnamed', { letter: getColumnLetter(column.index) }),
    [translate],
  );
  const columns = useMemo((): Column<RunColumn>[] => {
    const choices = fields.map(({ key, label, required }) => ({
      key,
      name: required ? label : translate('imports.columns.optional', { label }),
    }));
    return [
      {
        key: 'heading',
        label: translate('imports.columns.heading'),
        width: 200,
        card: 'title',
        cell: (column) => (
          <Typography variant="subtitle1" component="div" sx={{ overflowWrap: 'anywhere' }}>
            {called(column)}
          </Typography>
        ),
      },
      {
        key: 'samples',
        label: translate('imports.columns.samples'),
        minWidth: 200,
        isEmpty: ({ samples }) => samples.length === 0,
        cell: ({ samples }) => <CellText>{samples.join(' · ')}</CellText>,
      },
      {
        key: 'field',
        label: translate('imports.columns.field'),
        width: 260,
        card: 'wide',
        cell: (column, { name }) => (
          <CellSelect
            name={`columns.${getColumnName(column)}`}
            cell="field"
            label={translate('imports.columns.fieldOf', { column: name })}
            choices={choices}
            emptyLabel={translate('imports.columns.none')}
          />
        ),
      },
      {
        key: 'certainty',
        label: translate('imports.columns.certainty'),
        hideHeader: true,
        width: 190,
        card: 'status',
        cell: (column) => <CertaintyChip column={column} />,
      },
    ];
  }, [fields, called, translate]);
  return (
    <RequestTable
      label={translate('imports.columns.title')}
      rows={run.columns}
      columns={columns}
      rowId={getColumnId}
      rowName={called}
      estimatedHeights={{ row: 53, card: 160 }}
    />
  );
}

const chipProps = {
  sure: { tone: 'done', icon: CheckIcon },
  remembered: { tone: 'done', icon: HistoryIcon },
  likely: { tone: 'waiting', icon: HelpIcon },
  chosen: { tone: 'moving', icon: TouchIcon },
} as const satisfies Record<Exclude<Certainty, 'none'>, unknown>;

/** Chip with the certainty of a column's field, unless it is skipped. */
function CertaintyChip({ column }: { column: RunColumn }) {
  const translate = useTranslate();
  const chosen = useWatch<LayoutValues, `columns.${string}`>({ name: `columns.${getColumnName(column)}` });
  const certainty = getCertainty(column, chosen ?? '');
  return (
    <Box component="span" aria-live="polite">
      {certainty !== 'none' && (
        <StatusChip {...chipProps[certainty]} label={translate(`imports.certainty.${certainty}`)} />
      )}
    </Box>
  );
}
