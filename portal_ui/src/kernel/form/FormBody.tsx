import Box from '@mui/material/Box';
import { useEvent, useFormIsDirty, useTranslate } from 'ra-core';
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { SaveButton } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Field, FormMeta, ResourceMeta } from '../../server/types';
import { BottomBar } from '../saving/BottomBar';
import { DraftNote, SavedState } from '../saving/DraftNote';
import { draftKey } from '../saving/drafts';
import { judgeAfterTyping } from '../saving/judgeAfterTyping';
import { rebase } from '../saving/merge';
import { ProblemAlert } from '../saving/ProblemAlert';
import { problemOf } from '../saving/problem';
import { StaleNotice } from '../saving/StaleNotice';
import { applyServerErrors } from '../saving/serverErrors';
import { useUnsavedForm } from '../saving/unsavedForms';
import { useDraft } from '../saving/useDraft';
import { useFocusKept } from '../saving/useFocusKept';
import { onSubmitShortcut } from '../saving/useSubmitShortcut';
import type { OwnInputs } from './DeclaredField';
import { FieldSections } from './FieldSections';
import { isRight } from './fieldRules';
import {
  type DeclaredRecord,
  type FormValues,
  formPathOf,
  formValuesOf,
  isReadOnly,
  isSecret,
  isShown,
  isWritten,
  pictureUrl,
} from './formValues';
import type { BlockedReason, RecordSave } from './useRecordSave';

export type RecordFormProps = {
  resource: ResourceMeta;
  form: FormMeta;
  /** The record to edit, or nothing: a new one. */
  record?: DeclaredRecord | undefined;
  /** What a new one begins with. */
  initial?: Record<string, unknown> | undefined;
  /** What the record is called. */
  name: string;
  onSaved: (record: DeclaredRecord, sent: FormValues) => void;
  blockedReason?: BlockedReason | undefined;
  /** Save may be pressed while something is missing: it says what. */
  alwaysEnableSave?: boolean;
  /** The bar stays at the foot of the card, where a page has several of them. */
  barInPlace?: boolean;
  inputs?: OwnInputs | undefined;
  /** At the left of the bar. */
  start?: ReactNode;
};

type Props = RecordFormProps & {
  fields: readonly Field[];
  save: RecordSave;
  inputs: OwnInputs;
  dialog: DialogAround | undefined;
};

/** The dialog whose own button submits the form, by an id; it hears what still stands against that. */
export type DialogAround = { formId: string; madeFor: number; onMissing: (words: string | null) => void };

/** What stands inside the form: its fields, what stood against the last save, and the bar. */
export function FormBody(props: Props) {
  const { resource, form: declared, record: read, name, onSaved, inputs, start, fields, save, dialog } = props;
  const { alwaysEnableSave = false, barInPlace = false } = props;
  const inDialog = dialog !== undefined;
  const form = useFormContext<FormValues>();
  const dirty = useFormIsDirty();
  const { opened, problem, stale } = save;
  const missing = useMissing(fields, opened);
  const reasonId = useId();
  useEffect(() => dialog?.onMissing(missing), [dialog, missing]);
  // Read again in another language, it is the same record.
  const shown = opened && read?.version === opened.version ? read : opened;
  const place = useRef<HTMLDivElement>(null);
  const saveButton = useFocusAfter(stale !== null);
  const { defaultValues, isSubmitting } = form.formState;
  useFocusKept(place, opened?.version, isSubmitting);
  const draft = useDraft(
    form,
    draftKey(resource.name, opened?.id ?? dialog?.madeFor ?? 0, inDialog ? 'dialog' : 'form'),
    {
      saved: () => defaultValues,
      // Passwords never, nor their repetition.
      keeps: (path) => fields.some((field) => field.key === path.split('.')[0] && !isSecret(field)),
    },
  );
  const { drop } = draft;
  const discard = useCallback(() => {
    form.reset();
    drop();
  }, [form, drop]);
  useUnsavedForm({ dirty, discard, keepsDraft: !inDialog });
  useSaved(save, fields, onSaved, drop);
  useRefusal(save, fields);

  return (
    <>
      <Box
        ref={place}
        tabIndex={-1}
        {...judgeAfterTyping(form)}
        onKeyDown={onSubmitShortcut(() => place.current?.closest('form')?.requestSubmit())}
        sx={{
          display: 'grid',
          gap: 3,
          ...(inDialog ? {} : { padding: { xs: 2, sm: 3 } }),
          '&:focus:not(:focus-visible)': { outline: 'none' },
        }}
      >
        <DraftNote form={{ dirty, discard, restoredAt: draft.restoredAt, conflict: draft.conflict }} />
        <FieldSections {...{ fields, inputs, name }} sections={declared.sections} record={shown} />
        {stale && (
          <StaleNotice differences={stale.differences} onResolve={(keep) => save.resolveConflict(form, keep)} />
        )}
        {inDialog && <ProblemAlert problem={problem} />}
      </Box>
      {!inDialog && !isReadOnly(declared) && (
        <BottomBar
          {...(barInPlace ? { sx: { position: 'static' } } : {})}
          reason={dirty && !alwaysEnableSave && missing}
          reasonId={reasonId}
          problem={<ProblemAlert problem={problem} square onClose={() => save.tell(null)} />}
          start={
            <>
              {start}
              <SavedState state={dirty ? 'unsaved' : !opened ? 'untouched' : missing ? 'incomplete' : 'saved'} />
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
        </BottomBar>
      )}
    </>
  );
}

/** The fields that are missing or not right yet, in words; null where all are right. */
function useMissing(fields: readonly Field[], record: DeclaredRecord | undefined): string | null {
  const translate = useTranslate();
  const values = useWatch<FormValues>() as FormValues;
  const { defaultValues } = useFormState<FormValues>();
  const wrong = fields.filter(
    (field) =>
      isWritten(field, record ? 'edit' : 'create') &&
      isShown(field, fields, values, defaultValues as FormValues) &&
      !isRight(field, values, pictureUrl(field.key, record) !== null),
  );
  return wrong.length === 0 ? null : translate('form.missing', { fields: wrong.map(({ label }) => label).join(', ') });
}

/** Once a save has come through: what was typed since stays typed, everything else is clean before the page hears. */
function useSaved(
  { saved, opened }: RecordSave,
  fields: readonly Field[],
  onSaved: RecordFormProps['onSaved'],
  dropDraft: (forGood: boolean) => void,
): void {
  const form = useFormContext<FormValues>();
  const latest = useRef(onSaved);
  useEffect(() => {
    latest.current = onSaved;
  });
  const [rebased, setRebased] = useState(saved);
  useLayoutEffect(() => {
    if (!saved || rebased === saved) return;
    rebase(form, saved.sent, opened ? formValuesOf(fields, opened) : saved.sent);
    setRebased(saved);
  }, [saved, rebased, opened, form, fields]);
  // In the drawing after that, when the page's register knows that the form is clean: leaving it asks nothing.
  const told = useRef(rebased);
  useEffect(() => {
    if (!rebased || told.current === rebased) return;
    told.current = rebased;
    dropDraft(opened === undefined);
    latest.current(rebased.answer, rebased.sent);
  }, [rebased, opened, dropDraft]);
}

/** Gives the focus to the button inside when what stood above it is gone, the button pressed there with it. */
function useFocusAfter(shown: boolean) {
  const target = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current && !shown) target.current?.querySelector('button')?.focus();
    before.current = shown;
  }, [shown]);
  return target;
}

/** Lays what the server refused onto its fields, the first of which gets the focus; the rest is told beside them. */
function useRefusal({ refusal, tell }: RecordSave, fields: readonly Field[]): void {
  const form = useFormContext<FormValues>();
  const lay = useEvent((error: unknown) =>
    tell(
      problemOf(
        error,
        applyServerErrors(form, error, (path) => formPathOf(fields, path)),
      ),
    ),
  );
  useLayoutEffect(() => {
    if (refusal) lay(refusal.error);
  }, [refusal, lay]);
}
