import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { RunField, RunRow } from '../../api/imports';
import { CellField, CellSelect } from '../../core/tables/CellField';
import type { Column } from '../../core/tables/tableTypes';
import type { Corrections } from './Corrections';
import { ReviewedCell } from './ReviewedCell';
import { buildErrorId, CellErrors, RowResult } from './RowResult';
import { buildRowKey, getCellText, getCellValue, hasOptions } from './reviewCells';

/** Minimum width of the row number column, and width of the result column, in px. */
export const LINE_WIDTH = 52;
export const RESULT_WIDTH = 236;

interface Options {
  fields: readonly RunField[];
  corrections: Corrections;
  isOpen: (row: RunRow, field: string) => boolean;
  onOpen: (row: RunRow, field?: string) => void;
}

/** Return the columns of a review: row number, result and cells. */
export function useReviewColumns({ fields, corrections, isOpen, onOpen }: Options): Column<RunRow>[] {
  const translate = useTranslate();
  return useMemo(() => {
    const buildCellColumn = (field: RunField): Column<RunRow> => ({
      key: field.key,
      label: field.label,
      minWidth: 150,
      card: 'entry',
      isEmpty: (row) => !isOpen(row, field.key) && !row.cells[field.key] && !row.old[field.key],
      cell: (row, { name, onCard }) => {
        const old = row.old[field.key];
        return isOpen(row, field.key) ? (
          <OpenCell
            row={row}
            field={field}
            onCard={onCard}
            label={translate('imports.cellOf', { field: field.label, row: name })}
          />
        ) : (
          <ReviewedCell
            text={getCellText(field, row.cells[field.key] ?? '')}
            old={old === undefined ? old : getCellText(field, old)}
            notes={row.notes[field.key]}
            pictures={row.pictures?.[field.key]}
          />
        );
      },
    });
    // The colon keeps the key distinct from field keys, which begin with a letter.
    return [
      {
        key: ':line',
        label: translate('imports.review.line'),
        width: LINE_WIDTH,
        align: 'end',
        card: 'title',
        cell: (row, { onCard, name }) => (
          <Typography
            component="span"
            className="line tabular"
            sx={{ '&&': { display: 'inline-block' }, '&::first-letter': { textTransform: 'uppercase' } }}
          >
            {onCard ? name : row.number}
          </Typography>
        ),
      },
      {
        key: ':verdict',
        label: translate('imports.review.verdict'),
        width: RESULT_WIDTH,
        card: 'status',
        cell: (row, { name, onCard }) => <RowResult {...{ row, name, onCard, fields, corrections, onOpen }} />,
      },
      ...fields.map(buildCellColumn),
    ];
  }, [translate, fields, corrections, isOpen, onOpen]);
}

interface OpenCellProps {
  row: RunRow;
  field: RunField;
  label: string;
  onCard: boolean;
}

/** Input of a cell, with notes on an ambiguous value; on a card, with errors. */
function OpenCell({ row, field, label, onCard }: OpenCellProps) {
  const name = `${buildRowKey(row.number)}.${field.key}`;
  const translate = useTranslate();
  const shared = { name, cell: field.key, label, errorId: buildErrorId(row.number, field.key) };
  const value = getCellValue(row, field);
  const known = value === '' || field.choices.some(({ key }) => key === value);
  return (
    <Box sx={{ display: 'grid', '& .MuiFormHelperText-root': { marginTop: 0.5 } }}>
      {hasOptions(field) ? (
        <CellSelect
          {...shared}
          required={field.required}
          choices={known ? field.choices : [{ key: value, name: value, disabled: true }, ...field.choices]}
          emptyLabel={translate('imports.review.choose')}
        />
      ) : (
        <CellField
          {...shared}
          required={field.required}
          lines={field.type === 'longText' ? 1 : undefined}
          maxLength={5000}
        />
      )}
      {onCard && <CellErrors row={row} field={field} />}
      {row.notes[field.key]?.map((note) => (
        <FormHelperText key={note}>{note}</FormHelperText>
      ))}
    </Box>
  );
}
