import RestoreIcon from '@mui/icons-material/Restore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { useFormat } from '../../shared/format';
import { judgeAfterTyping } from '../saving/judgeAfterTyping';
import type { RecordForm } from './useRecordForm';

interface FormPaneProps<T extends FieldValues> {
  record: RecordForm<T>;
  onSubmit: () => void;
  children: ReactNode;
}

/** A tab that is one form. Enter in a field saves. */
export function FormPane<T extends FieldValues>({ record, onSubmit, children }: FormPaneProps<T>) {
  return (
    <FormProvider {...record.form}>
      <RestoredNote record={record} />
      <form
        noValidate
        {...judgeAfterTyping(record.form)}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {/* Browsers submit on Enter only where a form has a submit button; the visible one is in the bar below. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </FormProvider>
  );
}

/** Tells that a draft was put back, and offers to go back to what is saved. */
export function RestoredNote<T extends FieldValues>({ record }: { record: RecordForm<T> }) {
  const format = useFormat();
  const translate = useTranslate();
  if (!record.restoredAt || !record.dirty) return null;
  return (
    <Box
      role="status"
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        paddingBlock: 0.75,
        paddingInline: 2,
        color: theme.status.moving.text,
        backgroundColor: theme.status.moving.ground,
      })}
    >
      <RestoreIcon aria-hidden fontSize="small" />
      <Typography sx={{ flex: '1 1 200px' }}>
        {translate('process.draft.restored', { time: format.dateTime(record.restoredAt) })}
      </Typography>
      <Button size="small" variant="text" color="inherit" onClick={record.discard} sx={{ color: 'inherit' }}>
        {translate('process.draft.discard')}
      </Button>
    </Box>
  );
}

interface SavedStateProps<T extends FieldValues> {
  record: RecordForm<T>;
  /** What the fields show is only offered, not saved. */
  offered?: boolean;
}

/** The quiet line at the left of the bar: whether everything is saved. */
export function SavedState<T extends FieldValues>({ record, offered = false }: SavedStateProps<T>) {
  const translate = useTranslate();
  const quiet = isBlank(record.saved()) ? 'untouched' : offered ? 'unsaved' : 'nothing';
  return (
    <Typography variant="body2" sx={{ color: 'text.tertiary', display: { xs: 'none', md: 'block' } }}>
      {translate(`process.draft.${record.dirty ? 'kept' : quiet}`)}
    </Typography>
  );
}

/** Whether a form's values hold nothing that anybody entered. */
const isBlank = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isBlank)
    : value === '' || value === null || value === undefined || value === false;

/** Padding of a tab's content. */
export function PaneBody({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'grid', gap: 4, padding: 2, paddingBottom: 3 }}>{children}</Box>;
}
