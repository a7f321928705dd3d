import { useDataProvider, useEvent, useSaveContext } from 'ra-core';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../server/errors';
import type { Field, FormMeta, ResourceMeta } from '../../server/types';
import { draftKey } from '../saving/drafts';
import { type Difference, differencesOf, rebase } from '../saving/merge';
import { problemOf, type SaveProblem } from '../saving/problem';
import { applyServerErrors } from '../saving/serverErrors';
import { useUnsavedForm } from '../saving/unsavedForms';
import { useDraft } from '../saving/useDraft';
import { bodyOf, type DeclaredRecord, type FormValues, fieldsOf, formValuesOf, isSecret } from './formValues';
import { useValueText } from './useValueText';

/** Somebody else changed the record while it was being edited. */
type StaleRecord = { fresh: DeclaredRecord; differences: Difference[] };

/** Why values may not be saved now, beside those that the form was filled with; null where they may. */
export type BlockedReason = (values: FormValues, before: FormValues) => string | null;

/** The dialog whose own button submits the form, by an id; it hears what still stands against that. */
export type DialogAround = { formId: string; madeFor: number; onMissing: (words: string | null) => void };

export type DeclaredFormOptions = {
  resource: ResourceMeta;
  form: FormMeta;
  /** The record to edit, or nothing: a new one. */
  record?: DeclaredRecord | undefined;
  /** What a new one begins with. */
  initial?: Record<string, unknown> | undefined;
  onSaved: (record: DeclaredRecord, sent: FormValues) => void;
  blockedReason?: BlockedReason | undefined;
  dialog?: DialogAround;
};

/** The state of a declared form: saved through react-admin's Create or Edit around it, and never lost. */
export function useDeclaredForm(options: DeclaredFormOptions) {
  const { resource, record, initial, dialog, blockedReason } = options;
  const { save } = useSaveContext();
  const provider = useDataProvider();
  const textOf = useValueText();
  // The state that the form was filled from; a newer one that arrives by itself changes nothing under one's hands.
  const [opened, setOpened] = useState(record);
  const [first] = useState(record);
  const fields = useMemo(() => fieldsOf(options.form.fields, first), [options.form.fields, first]);
  const form = useForm<FormValues>({ defaultValues: formValuesOf(fields, first ?? initial) });
  const { defaultValues, isDirty: dirty } = form.formState;
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [stale, setStale] = useState<StaleRecord | null>(null);
  const busy = useRef(false);

  const place = draftKey(resource.name, opened?.id ?? dialog?.madeFor ?? 0, dialog ? 'dialog' : 'form');
  const { restoredAt, drop } = useDraft(form, place, {
    saved: () => defaultValues,
    // Passwords never, nor their repetition.
    keeps: (path) => fields.some((field) => field.key === keyOf(path) && !isSecret(field)),
  });
  const discard = useEvent(() => {
    form.reset();
    drop();
  });
  useUnsavedForm({ dirty, discard, keepsDraft: !dialog });

  const tellStale = async (typed: FormValues) => {
    if (!opened) return;
    const { data: fresh } = await provider.getOne<DeclaredRecord>(resource.name, { id: opened.id });
    const fieldAt = (path: string) => fields.find(({ key }) => key === keyOf(path));
    const differences = differencesOf(formValuesOf(fields, opened), formValuesOf(fields, fresh), typed, {
      label: (path) => fieldAt(path)?.label ?? '',
      text: (path, value) => {
        const field = fieldAt(path);
        return field ? textOf(field, value) : '';
      },
    });
    setStale({ fresh, differences });
  };

  const refused = (error: unknown, typed: FormValues) => {
    if (error instanceof ApiError && error.code === 'STALE' && opened) {
      tellStale(typed).catch((unread: unknown) => setProblem(problemOf(unread)));
    } else
      setProblem(
        problemOf(
          error,
          applyServerErrors(form, error, (path) => formPathOf(path, fields)),
        ),
      );
  };

  const saved = (answer: DeclaredRecord, sent: FormValues) => {
    // What was typed since stays typed, everything else is clean before the page hears: leaving it asks nothing.
    flushSync(() => {
      rebase(form, sent, opened ? formValuesOf(fields, answer) : sent);
      if (opened) setOpened(answer);
    });
    drop(opened === undefined);
    options.onSaved(answer, sent);
  };

  const submit = form.handleSubmit(async (values) => {
    if (busy.current || !save) return;
    const reason = blockedReason?.(values, formValuesOf(fields, opened)) ?? null;
    setStale(null);
    setProblem(reason === null ? null : { kind: 'refused', message: reason, details: [] });
    if (reason !== null) return;
    busy.current = true;
    await save(values, {
      transform: (typed: FormValues) => ({
        ...bodyOf(fields, typed, opened ? 'edit' : 'create'),
        ...(opened ? { version: opened.version } : {}),
      }),
      onSuccess: (answer: DeclaredRecord) => saved(answer, values),
      onError: (error: unknown) => refused(error, values),
    });
    busy.current = false;
  });

  /** Goes on with the newer state; what was typed stays where it is to be kept. */
  const resolveConflict = (keep: boolean) => {
    if (!stale || !opened) return;
    const fresh = formValuesOf(fields, stale.fresh);
    if (keep) rebase(form, formValuesOf(fields, opened), fresh);
    else form.reset(fresh);
    setOpened(stale.fresh);
    setStale(null);
  };

  const tell = setProblem;
  return { form, fields, opened, dirty, restoredAt, discard, submit, problem, tell, stale, resolveConflict };
}

const keyOf = (path: string) => path.split('.')[0] ?? path;

/** Where the form has the input of a server's path: most fields are one, whatever part of the value is meant. */
function formPathOf(path: string, fields: readonly Field[]): string | null {
  const [key, index] = path.split('.');
  const field = fields.find((one) => one.key === key);
  if (!field) return null;
  if (field.type === 'texts' && index !== undefined) return `${key}.${index}.value`;
  return field.type === 'matrix' ? path : field.key;
}
