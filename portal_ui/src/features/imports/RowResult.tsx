import CloudOffIcon from '@mui/icons-material/CloudOff';
import EditIcon from '@mui/icons-material/EditOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import SyncIcon from '@mui/icons-material/Sync';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import type { RunField, RunRow } from '../../api/imports';
import { StatusChip } from '../../core/ui/StatusChip';
import type { Corrections } from './Corrections';
import { getRowErrors, hasOptions } from './reviewCells';
import { useCorrectionsState } from './useCorrections';
import { verdicts } from './verdicts';

/** Return the id of a cell's error message, for aria-describedby. */
export const buildErrorId = (number: number, field: string): string => `wrong-${number}-${field}`;

interface RowResultProps {
  row: RunRow;
  /** Accessible name of the row. */
  name: string;
  fields: readonly RunField[];
  corrections: Corrections;
  /** Callback to open the row for editing, with the focus in a cell. */
  onOpen: (row: RunRow, field?: string) => void;
}

/** Result of a row: its save state, its errors with remedies, or its verdict. */
export function RowResult({ row, name, fields, corrections, onOpen }: RowResultProps) {
  const translate = useTranslate();
  const state = useCorrectionsState(corrections).rows.get(row.number);
  return (
    <Box sx={{ display: 'flex', gap: 0.5 }}>
      <Box
        aria-live="polite"
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: 32,
          display: 'grid',
          alignContent: 'center',
          justifyItems: 'start',
          gap: 0.5,
        }}
      >
        {state === 'saving' && <StatusChip tone="idle" icon={SyncIcon} label={translate('imports.saving')} />}
        {(state === 'lost' || state === 'refused') && (
          <StatusChip tone="rejected" icon={CloudOffIcon} label={translate('imports.notSaved')} />
        )}
        {state === undefined && row.verdict !== 'WRONG' && <RowVerdict row={row} />}
        <RowErrors {...{ row, fields }} onOpen={(field) => onOpen(row, field)} />
      </Box>
      <IconButton
        size="small"
        aria-label={translate('imports.review.correctRow', { row: name })}
        title={translate('imports.review.correct')}
        onClick={() => onOpen(row)}
        sx={{ alignSelf: 'center' }}
      >
        <EditIcon />
      </IconButton>
    </Box>
  );
}

function RowVerdict({ row: { verdict, old } }: { row: RunRow }) {
  const translate = useTranslate();
  const { tone, icon } = verdicts[verdict];
  const changes = Object.keys(old).length;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <StatusChip tone={tone} icon={icon} label={translate(`imports.verdict.${verdict}`)} />
      {verdict === 'CHANGE' && (
        <Box component="span" sx={{ typography: 'body2', color: 'text.tertiary' }}>
          {translate('imports.review.cells', { smart_count: changes })}
        </Box>
      )}
    </Box>
  );
}

interface RowErrorsProps {
  row: RunRow;
  fields: readonly RunField[];
  onOpen: (field: string) => void;
}

/** Errors of a row with remedies; a click focuses the cell. */
export function RowErrors({ row, fields, onOpen }: RowErrorsProps) {
  const translate = useTranslate();
  const renderRemedy = (field: RunField) => {
    if (hasOptions(field)) return translate('imports.review.remedy.choose');
    return translate(row.cells[field.key] ? 'imports.review.remedy.change' : 'imports.review.remedy.enter');
  };
  return (
    <>
      {getRowErrors(row, fields).map((message) => (
        <RowError key={message}>
          <ErrorIcon />
          <strong>{message}</strong>
        </RowError>
      ))}
      {fields.map((field) => {
        const messages = row.errors[field.key];
        if (!messages?.length) return null;
        return (
          <RowError key={field.key} id={buildErrorId(row.number, field.key)}>
            <ErrorIcon aria-hidden />
            <div>
              <Link
                component="button"
                type="button"
                color="error"
                title={messages.join(' ')}
                onClick={() => onOpen(field.key)}
              >
                {translate('imports.review.firstError', { field: field.label, message: messages.join(' ') })}
              </Link>
              <div>{renderRemedy(field)}</div>
            </div>
          </RowError>
        );
      })}
    </>
  );
}

const RowError = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr)',
  gap: theme.spacing(1),
  alignItems: 'center',
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
  '& > svg': { fontSize: 20, color: theme.vars.palette.error.main },
  '& button, & strong': {
    ...theme.typography.body2,
    fontWeight: theme.typography.fontWeightBold,
    color: theme.vars.palette.error.main,
    textAlign: 'start',
  },
  // Some messages list every choice.
  '& button': { display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' },
}));
