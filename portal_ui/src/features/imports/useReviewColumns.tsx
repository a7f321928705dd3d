import CloudOffIcon from '@mui/icons-material/CloudOff';
import EditIcon from '@mui/icons-material/EditOutlined';
import SyncIcon from '@mui/icons-material/Sync';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { RunField, RunRow } from '../../api/imports';
import { CellField, CellSelect } from '../../core/tables/CellField';
import type { Column } from '../../core/tables/tableTypes';
import { StatusChip } from '../../core/ui/StatusChip';
import type { Corrections } from './Corrections';
import { ReviewedCell } from './ReviewedCell';
import { buildRowKey, getCellValue, getRowErrors, hasOptions } from './reviewCells';
import { useCorrectionsState } from './useCorrections';
import { verdicts } from './verdicts';

interface Options {
  fields: readonly RunField[];
  corrections: Corrections;
  isOpen: (row: RunRow, field: string) => boolean;
  onOpen: (row: RunRow, field?: string) => void;
}

/** What a review tells of each row: its line in the file, what will become of it, its cells. */
export function useReviewColumns({ fields, corrections, isOpen, onOpen }: Options): Column<RunRow>[] {
  const translate = useTranslate();
  return useMemo(() => {
    const cellColumn = (field: RunField): Column<RunRow> => ({
      key: field.key,
      label: field.label,
      required: field.required,
      minWidth: 150,
      card: 'entry',
      isEmpty: (row) => !isOpen(row, field.key) && !row.cells[field.key] && !row.old[field.key],
      cell: (row, { name }) =>
        isOpen(row, field.key) ? (
          <OpenCell row={row} field={field} label={translate('imports.cellOf', { field: field.label, row: name })} />
        ) : (
          <ReviewedCell
            text={row.cells[field.key] ?? ''}
            old={row.old[field.key]}
            notes={row.notes[field.key]}
            pictures={row.pictures?.[field.key]}
          />
        ),
    });
    // The keys of fields begin with a letter.
    return [
      {
        key: ':line',
        label: translate('imports.review.line'),
        width: 64,
        card: 'title',
        cell: (row, { onCard, name }) => (
          <>
            <Typography component="span" className="tabular" sx={{ color: 'text.tertiary', lineHeight: '32px' }}>
              {onCard ? name : row.number}
            </Typography>
            {getRowErrors(row, fields).map((message) => (
              <FormHelperText key={message} error>
                {message}
              </FormHelperText>
            ))}
          </>
        ),
      },
      {
        key: ':verdict',
        label: translate('imports.review.verdict'),
        width: 210,
        card: 'status',
        cell: (row, { onCard }) => (
          <>
            <RowVerdict row={row} corrections={corrections} />
            {!onCard && <FirstError row={row} fields={fields} onOpen={(field) => onOpen(row, field)} />}
          </>
        ),
      },
      ...fields.map(cellColumn),
      {
        key: ':open',
        label: translate('imports.review.correct'),
        hideHeader: true,
        width: 60,
        align: 'end',
        card: 'action',
        cell: (row, { name }) => (
          <IconButton
            aria-label={translate('imports.review.correctRow', { row: name })}
            title={translate('imports.review.correct')}
            onClick={() => onOpen(row)}
          >
            <EditIcon />
          </IconButton>
        ),
      },
    ];
  }, [translate, fields, corrections, isOpen, onOpen]);
}

/** A cell that is open for typing, with how it was read where that is not plain. */
function OpenCell({ row, field, label }: { row: RunRow; field: RunField; label: string }) {
  const name = `${buildRowKey(row.number)}.${field.key}`;
  const translate = useTranslate();
  const shared = { name, cell: field.key, label };
  const now = getCellValue(row, field);
  const known = now === '' || field.choices.some(({ key }) => key === now);
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      {hasOptions(field) ? (
        <CellSelect
          {...shared}
          choices={known ? field.choices : [{ key: now, name: now, disabled: true }, ...field.choices]}
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
      {row.notes[field.key]?.map((note) => (
        <FormHelperText key={note}>{note}</FormHelperText>
      ))}
    </Box>
  );
}

interface FirstErrorProps {
  row: RunRow;
  fields: readonly RunField[];
  onOpen: (field: string) => void;
}

/** The first thing wrong with a row, next to its number: its cell may be out of view. A click leads there. */
export function FirstError({ row, fields, onOpen }: FirstErrorProps) {
  const translate = useTranslate();
  const wrong = fields.filter(({ key }) => row.errors[key]?.length);
  const [first] = wrong;
  if (!first) return null;
  const words = { field: first.label, message: row.errors[first.key]?.[0] };
  return (
    <Box sx={{ paddingBottom: 0.5, overflowWrap: 'anywhere' }}>
      <Link component="button" type="button" variant="body2" color="error" onClick={() => onOpen(first.key)}>
        {translate('imports.review.firstError', words)}
      </Link>
      {wrong.length > 1 && (
        <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.tertiary' }}>
          {translate('imports.review.moreErrors', { smart_count: wrong.length - 1 })}
        </Box>
      )}
    </Box>
  );
}

/** What will become of a row; while a correction of it is not saved, that. */
function RowVerdict({ row, corrections }: { row: RunRow; corrections: Corrections }) {
  const translate = useTranslate();
  const state = useCorrectionsState(corrections).rows.get(row.number);
  const { tone, icon } = verdicts[row.verdict];
  return (
    <Box component="span" aria-live="polite" sx={{ display: 'inline-flex', minHeight: 32, alignItems: 'center' }}>
      {state === undefined && (
        <StatusChip tone={tone} icon={icon} label={translate(`imports.verdict.${row.verdict}`)} />
      )}
      {state === 'saving' && <StatusChip tone="idle" icon={SyncIcon} label={translate('imports.saving')} />}
      {(state === 'lost' || state === 'refused') && (
        <StatusChip tone="rejected" icon={CloudOffIcon} label={translate('imports.notSaved')} />
      )}
    </Box>
  );
}
