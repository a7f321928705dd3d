import { useDataProvider, useSaveContext } from 'ra-core';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../server/errors';
import type { Field, ResourceMeta } from '../../server/types';
import { type Difference, differencesOf, rebase } from '../saving/merge';
import { problemOf, type SaveProblem } from '../saving/problem';
import { bodyOf, type DeclaredRecord, type FormValues, formValuesOf } from './formValues';
import { useValueText } from './useValueText';

/** Somebody else changed the record while it was being edited. */
type StaleRecord = { fresh: DeclaredRecord; differences: Difference[] };

/** What was sent, and the record that the server made of it. */
type Saved = { sent: FormValues; answer: DeclaredRecord };

/** Why values may not be saved now, beside those that the form was filled with; null where they may. */
export type BlockedReason = (values: FormValues, before: FormValues) => string | null;

/** Saves a declared form through react-admin's Create or Edit around it, and keeps what stood against it. */
export function useRecordSave(
  { name }: ResourceMeta,
  fields: readonly Field[],
  record: DeclaredRecord | undefined,
  blockedReason?: BlockedReason,
) {
  const { save } = useSaveContext();
  const provider = useDataProvider();
  const textOf = useValueText();
  // The state that the form was filled from; a newer one that arrives by itself changes nothing under one's hands.
  const [opened, setOpened] = useState(record);
  const [saved, setSaved] = useState<Saved | null>(null);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [refusal, setRefusal] = useState<{ error: unknown } | null>(null);
  const [stale, setStale] = useState<StaleRecord | null>(null);
  const busy = useRef(false);

  const tellStale = async (typed: FormValues) => {
    if (!opened) return;
    const { data: fresh } = await provider.getOne<DeclaredRecord>(name, { id: opened.id });
    const fieldAt = (path: string) => fields.find(({ key }) => key === path.split('.')[0]);
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
      return;
    }
    setProblem(problemOf(error));
    setRefusal({ error });
  };

  const submit = async (values: FormValues) => {
    if (busy.current || !save) return;
    const reason = blockedReason?.(values, formValuesOf(fields, opened)) ?? null;
    if (reason !== null) {
      setProblem({ kind: 'refused', message: reason, details: [] });
      return;
    }
    busy.current = true;
    setProblem(null);
    setStale(null);
    await save(values, {
      transform: (typed: FormValues) => ({
        ...bodyOf(fields, typed, formValuesOf(fields, opened), opened ? 'edit' : 'create'),
        ...(opened ? { version: opened.version } : {}),
      }),
      onSuccess: (answer: DeclaredRecord) => {
        if (opened) setOpened(answer);
        setSaved({ sent: values, answer });
      },
      onError: (error: unknown) => refused(error, values),
    });
    busy.current = false;
  };

  /** Goes on with the newer state; what was typed stays where it is to be kept. */
  const resolveConflict = (form: UseFormReturn<FormValues>, keep: boolean) => {
    if (!stale || !opened) return;
    const fresh = formValuesOf(fields, stale.fresh);
    if (keep) rebase(form, formValuesOf(fields, opened), fresh);
    else form.reset(fresh);
    setOpened(stale.fresh);
    setStale(null);
  };

  return { opened, submit, saved, problem, tell: setProblem, refusal, stale, resolveConflict };
}

export type RecordSave = ReturnType<typeof useRecordSave>;
