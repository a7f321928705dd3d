import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { SaveButton } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import type { Field, FormMeta, ResourceMeta } from '../../../api/types';
import { ConflictAlert } from '../ConflictAlert';
import { RestoredDraftAlert, SaveStatus } from '../DraftAlerts';
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
  isFieldShown,
  isFieldWritable,
  isReadOnly,
  type ResourceRecord,
} from './formValues';
import type { CustomInputs } from './ResourceInput';
import type { BlockedReason, RecordSave } from './useRecordSave';

export type RecordFormProps = {
  resource: ResourceMeta;
  form: FormMeta;
  /** The record to edit, or nothing: a new one. */
  record?: ResourceRecord | undefined;
  /** What a new one begins with. */
  initial?: Record<string, unknown> | undefined;
  /** What the record is called. */
  name: string;
  onSaved: (record: ResourceRecord, sent: FormValues) => void;
  blockedReason?: BlockedReason | undefined;
  /** Save may be pressed while something is missing: it says what. */
  alwaysEnableSave?: boolean;
  /** The bar stays at the foot of the card, where a page has several of them. */
  inlineToolbar?: boolean;
  inputs?: CustomInputs | undefined;
  /** At the left of the bar. */
  start?: ReactNode;
};

type Props = RecordFormProps & {
  fields: readonly Field[];
  save: RecordSave;
  inputs: CustomInputs;
  /** A dialog has buttons and a problem of its own. */
  inDialog: boolean;
};

/** The parts inside the form: its fields, what the last save met with, and the bar. */
export function FormBody(props: Props) {
  const { form: declared, record: read, name, inputs, start, fields, save, inDialog } = props;
  const { alwaysEnableSave = false, inlineToolbar = false } = props;
  const edited = usePortalFormContext<FormValues>();
  const { form, dirty } = edited;
  const { opened, problem, stale } = save;
  const missing = useMissing(fields, opened);
  const reasonId = useId();
  // Read again in another language, it is the same record.
  const shown = opened && read?.version === opened.version ? read : opened;
  const place = useRef<HTMLDivElement>(null);
  const saveButton = useFocusAfterSave(stale !== null);
  useRestoreFocus(place, opened?.version, form.formState.isSubmitting);

  return (
    <>
      <Box
        ref={place}
        tabIndex={-1}
        onKeyDown={inDialog ? undefined : onSubmitShortcut(() => place.current?.closest('form')?.requestSubmit())}
        sx={{
          display: 'grid',
          gap: 3,
          ...(inDialog ? {} : { padding: { xs: 2, sm: 3 } }),
          '&:focus:not(:focus-visible)': { outline: 'none' },
        }}
      >
        {!inDialog && <RestoredDraftAlert form={edited} />}
        <FieldSections {...{ fields, inputs, name }} sections={declared.sections} record={shown} />
        {stale && (
          <ConflictAlert differences={stale.differences} onResolve={(keep) => save.resolveConflict(edited, keep)} />
        )}
      </Box>
      {!inDialog && !isReadOnly(declared) && (
        <StickyToolbar
          {...(inlineToolbar ? { sx: { position: 'static' } } : {})}
          reason={dirty && !alwaysEnableSave && missing}
          reasonId={reasonId}
          problem={<SaveErrorAlert problem={problem} square onClose={save.dismiss} />}
          start={
            <>
              {start}
              <SaveStatus state={dirty ? 'unsaved' : !opened ? 'untouched' : missing ? 'incomplete' : 'saved'} />
            </>
          }
        >
          <Box ref={saveButton} sx={{ display: 'contents' }}>
            <SaveButton
              label="form.save"
              icon={null}
              disabled={stale !== null || missing !== null}
              aria-describedby={reasonId}
              {...(alwaysEnableSave && stale === null && (dirty || missing) ? { alwaysEnable: true } : {})}
            />
          </Box>
        </StickyToolbar>
      )}
    </>
  );
}

/** Find the fields that are missing or invalid with these values. */
export function missingFields(
  fields: readonly Field[],
  record: ResourceRecord | undefined,
  values: FormValues,
  before: FormValues,
): readonly Field[] {
  return fields.filter(
    (field) =>
      isFieldWritable(field, record ? 'edit' : 'create') &&
      isFieldShown(field, fields, values, before) &&
      !isFieldValid(field, values, getPictureUrl(field.key, record) !== null),
  );
}

/** The names of the missing and invalid fields; null where all are valid. */
function useMissing(fields: readonly Field[], record: ResourceRecord | undefined): string | null {
  const translate = useTranslate();
  const values = useWatch<FormValues>() as FormValues;
  const { defaultValues } = useFormState<FormValues>();
  const missing = missingFields(fields, record, values, defaultValues as FormValues);
  if (missing.length === 0) return null;
  return translate('form.missing', { fields: missing.map(({ label }) => label).join(', ') });
}

/** Why a dialog cannot be saved yet, next to its buttons. */
export function MissingFields({ fields, record }: { fields: readonly Field[]; record: ResourceRecord | undefined }) {
  return (
    <Typography variant="body2" component="div" aria-live="polite" sx={{ color: 'text.tertiary' }}>
      {useMissing(fields, record)}
    </Typography>
  );
}

/** Focus the button inside when the alert above it, with the button that was pressed, is gone. */
function useFocusAfterSave(shown: boolean) {
  const target = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current && !shown) target.current?.querySelector('button')?.focus();
    before.current = shown;
  }, [shown]);
  return target;
}
