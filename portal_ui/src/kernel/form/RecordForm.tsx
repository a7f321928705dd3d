import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { FormMeta, ResourceMeta } from '../../server/types';
import { useLanguage } from '../../shared/links';
import { StaleNotice } from '../saving/StaleNotice';
import { useUnsavedForm } from '../saving/unsavedForms';
import { onSubmitShortcut } from '../saving/useSubmitShortcut';
import { FieldGrid } from './FieldGrid';
import { type DeclaredRecord, type FormValues, fieldsOf, fixedFields, formValuesOf } from './formValues';
import { useRecordSave } from './useRecordSave';

type Props = {
  resource: ResourceMeta;
  form: FormMeta;
  /** The record to edit, or nothing: a new one. */
  record?: DeclaredRecord | undefined;
  /** What a new one begins with. */
  initial?: Record<string, unknown> | undefined;
  /** What the record is called. */
  name: string;
  onSaved: (record: DeclaredRecord) => void;
  /** Further buttons before Save. */
  actions?: ReactNode;
};

/** The fields of a record and their Save; on a page or in a dialog. */
export function RecordForm({ resource, form: declared, record, initial, name, onSaved, actions }: Props) {
  const translate = useTranslate();
  const fields = fieldsOf(declared.fields, record ? 'edit' : 'create', record);
  const form = useForm<FormValues>({ mode: 'onTouched', defaultValues: formValuesOf(fields, record ?? initial) });
  const { isValid, isDirty, isSubmitting } = form.formState;
  const { save, saved, forget, problem, stale, loadNew } = useRecordSave(resource, fields, form, record);
  const [uploading, setUploading] = useState<Record<string, boolean>>({});
  const busy = Object.values(uploading).includes(true);
  const submit = form.handleSubmit(save);

  useUnsavedForm({ dirty: isDirty, discard: useCallback(() => form.reset(), [form]) });
  // Once the form is known to be clean, so that leaving it asks nothing.
  const told = useRef(onSaved);
  useEffect(() => {
    told.current = onSaved;
  });
  useEffect(() => {
    if (!saved) return;
    forget();
    told.current(saved);
  }, [saved, forget]);
  useWordsAnew(() => form.formState.isSubmitted && form.trigger());

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          // A dialog's form is no part of the page's.
          event.stopPropagation();
          void submit(event);
        }}
        onKeyDown={onSubmitShortcut(() => !busy && !isSubmitting && submit())}
        sx={{ display: 'grid', gap: 3 }}
      >
        <FieldGrid
          {...{ fields, record, name }}
          fixed={record ? fixedFields(declared.fields) : []}
          onBusy={useCallback((key, now) => setUploading((before) => ({ ...before, [key]: now })), [])}
        />
        {problem !== null && <Alert severity="error">{problem}</Alert>}
        {stale && <StaleNotice differences={stale.differences} onResolve={loadNew} />}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, justifyContent: 'flex-end' }}>
          {!isValid && (
            <Typography variant="body2" sx={{ flex: '1 1 200px', color: 'text.tertiary' }}>
              {translate('form.incomplete')}
            </Typography>
          )}
          {actions}
          <Button
            type="submit"
            variant="contained"
            color="primary"
            size="large"
            disabled={!isValid || busy || stale !== null}
            loading={isSubmitting}
          >
            {translate('form.save')}
          </Button>
        </Box>
      </Box>
    </FormProvider>
  );
}

/** Words of errors are said again in a new language. */
function useWordsAnew(again: () => unknown) {
  const language = useLanguage();
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  const said = useRef(language);
  useEffect(() => {
    if (said.current === language) return;
    said.current = language;
    latest.current();
  }, [language]);
}
