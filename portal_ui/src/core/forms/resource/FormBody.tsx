import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { SaveButton } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import type { Field, FormMeta, ResourceMeta } from '../../../api/types';
import { ConflictAlert } from '../ConflictAlert';
import { RestoredDraftAlert, SaveStatus } from '../DraftAlerts';
import { hasChanges } from '../dirtyValues';
import { usePortalFormContext } from '../PortalForm';
import { SaveErrorAlert } from '../SaveErrorAlert';
import { StickyToolbar } from '../StickyToolbar';
import { useRestoreFocus } from '../useRestoreFocus';
import { onSubmitShortcut } from '../useSubmitShortcut';
import { FieldSections } from './FieldSections';
import { isFieldValid } from './fieldValidators';
import {
  type FormValues,
  getPictureUrl,
  isFieldVisible,
  isFieldWritable,
  isReadOnly,
  type ResourceRecord,
} from './formValues';
import type { CustomInputs } from './ResourceInput';
import type { BlockedReason, RecordSave } from './useRecordSave';

export type RecordFormProps = {
  resource: ResourceMeta;
  form: FormMeta;
  /** Record to edit; absent for a new one. */
  record?: ResourceRecord | undefined;
  /** Initial values of a new record. */
  initial?: Record<string, unknown> | undefined;
  /** Display name of the record. */
  name: string;
  onSaved: (record: ResourceRecord, sent: FormValues) => void;
  blockedReason?: BlockedReason | undefined;
  /** Sticky toolbar only while the form is dirty, for a form below another. */
  inlineToolbar?: boolean;
  inputs?: CustomInputs | undefined;
  /** Content at the start of the toolbar. */
  start?: ReactNode;
};

type Props = RecordFormProps & {
  fields: readonly Field[];
  save: RecordSave;
  inputs: CustomInputs;
  /** Form in a dialog, which renders the buttons and the error. */
  inDialog: boolean;
};

/** Content of a form: fields, conflict alert and toolbar. */
export function FormBody(props: Props) {
  const { resource, form: declared, record: read, name, inputs, start, fields, save, inDialog } = props;
  const { inlineToolbar = false } = props;
  const edited = usePortalFormContext<FormValues>();
  const { form, dirty } = edited;
  const { opened, problem, stale } = save;
  const missing = useMissing(fields, opened);
  const reasonId = useId();
  // A refetch of the same version, in another language, can be shown.
  const displayed = opened && read?.version === opened.version ? read : opened;
  const container = useRef<HTMLDivElement>(null);
  const saveButton = useFocusAfterSave(stale !== null);
  useDismissOnChange(save);
  useRestoreFocus(container, opened?.version, form.formState.isSubmitting);

  return (
    <>
      <Box
        ref={container}
        tabIndex={-1}
        onKeyDown={inDialog ? undefined : onSubmitShortcut((element) => element.closest('form')?.requestSubmit())}
        sx={{
          display: 'grid',
          gap: 4,
          ...(inDialog ? {} : { padding: 2, paddingBottom: 3 }),
          '&:focus:not(:focus-visible)': { outline: 'none' },
        }}
      >
        {!inDialog && <RestoredDraftAlert form={edited} />}
        <FieldSections {...{ fields, inputs, name }} sections={declared.sections} record={displayed} />
        {stale && (
          <ConflictAlert
            differences={stale.differences}
            onResolve={(keepDirty) => save.resolveConflict(edited, keepDirty)}
          />
        )}
      </Box>
      {!inDialog && !isReadOnly(declared) && (
        <StickyToolbar
          {...(inlineToolbar && !dirty && { sx: { position: 'static' } })}
          reason={missing}
          reasonId={reasonId}
          problem={<SaveErrorAlert problem={problem} square onClose={save.dismiss} />}
          start={
            <>
              {start}
              <SaveStatus state={dirty ? 'unsaved' : opened && !missing ? 'saved' : null} />
            </>
          }
        >
          <Box ref={saveButton} sx={{ display: 'contents' }}>
            <SaveButton
              label={opened ? 'form.save' : (resource.titles?.add ?? 'form.save')}
              icon={null}
              disabled={stale !== null || missing !== null}
              aria-describedby={reasonId}
            />
          </Box>
        </StickyToolbar>
      )}
    </>
  );
}

/** Return the fields with missing or invalid values. */
export function getMissingFields(
  fields: readonly Field[],
  record: ResourceRecord | undefined,
  values: FormValues,
  before: FormValues,
): readonly Field[] {
  return fields.filter(
    (field) =>
      isFieldWritable(field, record ? 'edit' : 'create') &&
      isFieldVisible(field, fields, values, before) &&
      !isFieldValid(field, values, getPictureUrl(field.key, record) !== null),
  );
}

/** Return a message about missing or invalid fields, or null. */
function useMissing(fields: readonly Field[], record: ResourceRecord | undefined): string | null {
  const translate = useTranslate();
  const values = useWatch<FormValues>() as FormValues;
  const { defaultValues, submitCount } = useFormState<FormValues>();
  const { dirty } = usePortalFormContext<FormValues>();
  const missing = getMissingFields(fields, record, values, defaultValues as FormValues);
  if (missing.length === 0) return null;
  if (!record && !dirty && submitCount === 0) return translate('form.required');
  return translate('form.missing', { fields: missing.map(({ label }) => label).join(', ') });
}

/** Message with the missing fields, next to the buttons of a dialog. */
export function MissingFields({ fields, record }: { fields: readonly Field[]; record: ResourceRecord | undefined }) {
  return (
    <Typography variant="body2" component="div" aria-live="polite" sx={{ color: 'text.tertiary' }}>
      {useMissing(fields, record)}
    </Typography>
  );
}

/** Dismiss the reason of a refused save once a value changes. */
function useDismissOnChange({ problem, dismiss }: RecordSave) {
  const { getValues, subscribe } = usePortalFormContext<FormValues>().form;
  const isRefused = problem?.kind === 'refused' || problem?.kind === 'fields';
  useEffect(() => {
    if (!isRefused) return undefined;
    const before = structuredClone(getValues());
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (hasChanges(before, values)) dismiss();
      },
    });
  }, [isRefused, getValues, subscribe, dismiss]);
}

/** Focus the Save button when the conflict alert closes, with the pressed button. */
function useFocusAfterSave(isVisible: boolean) {
  const target = useRef<HTMLDivElement>(null);
  const before = useRef(isVisible);
  useEffect(() => {
    if (before.current && !isVisible) target.current?.querySelector('button')?.focus();
    before.current = isVisible;
  }, [isVisible]);
  return target;
}
