import CloudOffIcon from '@mui/icons-material/CloudOff';
import EditIcon from '@mui/icons-material/EditOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import SyncIcon from '@mui/icons-material/Sync';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import visuallyHidden from '@mui/utils/visuallyHidden';
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
  /** Whether the row is a card, where each field shows its own errors. */
  onCard: boolean;
  fields: readonly RunField[];
  corrections: Corrections;
  /** Callback to open the row for editing, with the focus in a cell. */
  onOpen: (row: RunRow, field?: string) => void;
}

/** Result of a row: its save state, its errors with remedies, or its verdict. */
export function RowResult({ row, name, onCard, fields, corrections, onOpen }: RowResultProps) {
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
        {onCard ? (
          <ErrorCount {...{ row, fields }} />
        ) : (
          <RowErrors {...{ row, fields }} onOpen={(field) => onOpen(row, field)} />
        )}
      </Box>
      {/* The first error of a field is a link to it. */}
      {!fields.some(({ key }) => row.errors[key]?.length) && (
        <IconButton
          size="small"
          aria-label={translate('imports.review.correctRow', { row: name })}
          title={translate('imports.review.correct')}
          onClick={() => onOpen(row)}
          sx={{ alignSelf: 'center' }}
        >
          <EditIcon />
        </IconButton>
      )}
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

/** Return whether the value of a field is none of its options. */
const isUnlisted = (row: RunRow, field: RunField) => hasOptions(field) && Boolean(row.cells[field.key]);

/** Errors below the field of a card. */
export function CellErrors({ row, field }: { row: RunRow; field: RunField }) {
  const translate = useTranslate();
  const messages = row.errors[field.key];
  if (!messages?.length) return null;
  return (
    <FormHelperText error id={buildErrorId(row.number, field.key)}>
      {isUnlisted(row, field) ? translate('imports.review.notListed') : messages.join(' ')}
    </FormHelperText>
  );
}

/** Number of errors on a card, and the ones that belong to no field. */
function ErrorCount({ row, fields }: Pick<RowErrorsProps, 'row' | 'fields'>) {
  const translate = useTranslate();
  const rowErrors = getRowErrors(row, fields);
  const count = rowErrors.length + fields.filter(({ key }) => row.errors[key]?.length).length;
  if (count === 0) return null;
  return (
    <>
      <StatusChip
        tone="rejected"
        icon={ErrorIcon}
        label={translate('imports.review.errorCount', { smart_count: count })}
      />
      {rowErrors.map((text) => (
        <FormHelperText key={text} error>
          {text}
        </FormHelperText>
      ))}
    </>
  );
}

interface RowErrorsProps {
  row: RunRow;
  fields: readonly RunField[];
  onOpen: (field: string) => void;
}

/** First error of a row in two lines, with the number of others. A click focuses its cell. */
export function RowErrors({ row, fields, onOpen }: RowErrorsProps) {
  const translate = useTranslate();
  const describe = (field: RunField, messages: readonly string[]) => {
    const isFilled = Boolean(row.cells[field.key]);
    return {
      field,
      text: translate(isUnlisted(row, field) ? 'imports.review.unlisted' : 'imports.review.firstError', {
        field: field.label,
        message: messages.join(' '),
      }),
      remedy: translate(`imports.review.remedy.${hasOptions(field) ? 'choose' : isFilled ? 'change' : 'enter'}`),
    };
  };
  const [first, ...others] = [
    ...fields.flatMap((field) => {
      const messages = row.errors[field.key];
      return messages?.length ? [describe(field, messages)] : [];
    }),
    ...getRowErrors(row, fields).map((text) => ({ field: undefined, text, remedy: '' })),
  ];
  if (!first) return null;
  const { field, text } = first;
  const getId = (of?: RunField) => of && buildErrorId(row.number, of.key);
  return (
    <>
      <RowError id={getId(field)} title={[text, ...others.map((other) => other.text)].join('\n')}>
        <ErrorIcon aria-hidden />
        <div>
          {field ? (
            <Link component="button" type="button" color="error" onClick={() => onOpen(field.key)}>
              {text}
            </Link>
          ) : (
            <strong>{text}</strong>
          )}
          <div className="remedy">
            <span>{first.remedy}</span>
            {others.length > 0 && <b>{translate('imports.review.more', { count: others.length })}</b>}
          </div>
        </div>
      </RowError>
      {/* Description of the other cells for screen readers. */}
      {others.map((other) => (
        <Box key={other.text} id={getId(other.field)} sx={visuallyHidden}>
          {`${other.text}${/[.!?]$/.test(other.text) ? '' : '.'} ${other.remedy}`}
        </Box>
      ))}
    </>
  );
}

const RowError = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr)',
  gap: theme.spacing(1),
  alignItems: 'center',
  color: theme.vars.palette.text.secondary,
  '& > svg': { fontSize: 20, color: theme.vars.palette.error.main },
  '& .remedy': { display: 'flex', gap: theme.spacing(1), whiteSpace: 'nowrap' },
  '& b': { flex: 'none', fontWeight: theme.typography.fontWeightMedium },
  '& button, & strong, & span': {
    display: 'block',
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& button, & strong': {
    ...theme.typography.body2,
    fontWeight: theme.typography.fontWeightBold,
    color: theme.vars.palette.error.main,
    textAlign: 'start',
  },
}));
