import { useCreate, useDataProvider, useUpdate } from 'ra-core';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useErrorMessage } from '../../server/errorMessage';
import { ApiError } from '../../server/errors';
import type { Field, ResourceMeta } from '../../server/types';
import type { Difference } from '../saving/merge';
import { bodyOf, type DeclaredRecord, differencesOf, type FormValues, formValuesOf } from './formValues';

/** Somebody else changed the record while it was being edited. */
export type StaleRecord = { fresh: DeclaredRecord; differences: Difference[] };

/** Saves a declared form: what is wrong goes onto its fields, and nothing that was typed is lost. */
export function useRecordSave(
  { name }: ResourceMeta,
  fields: readonly Field[],
  form: UseFormReturn<FormValues>,
  record: DeclaredRecord | undefined,
) {
  const provider = useDataProvider();
  const message = useErrorMessage();
  const [create] = useCreate<DeclaredRecord>();
  const [update] = useUpdate<DeclaredRecord>();
  // The state that the form was filled from; a newer one that arrives by itself changes nothing under one's hands.
  const [opened, setOpened] = useState(record);
  const [saved, setSaved] = useState<DeclaredRecord | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [stale, setStale] = useState<StaleRecord | null>(null);
  const { dirtyFields } = form.formState;

  const write = async (data: Record<string, unknown>): Promise<DeclaredRecord> => {
    if (!opened) return (await create(name, { data }, { returnPromise: true })) as DeclaredRecord;
    const { id, version } = opened;
    const sent = { id, data: { ...data, version }, previousData: opened };
    const options = { returnPromise: true, mutationMode: 'pessimistic' } as const;
    return (await update(name, sent, options)) as DeclaredRecord;
  };

  const tellStale = async (typed: FormValues) => {
    if (!opened) return;
    const { data: fresh } = await provider.getOne<DeclaredRecord>(name, { id: opened.id });
    const differences = differencesOf(fields, opened, fresh, typed, (key) => dirtyFields[key] !== undefined);
    setStale({ fresh, differences });
  };

  const refused = async (error: unknown, typed: FormValues) => {
    if (error instanceof ApiError && error.code === 'STALE' && opened) {
      await tellStale(typed).catch((unread) => setProblem(message(unread)));
    } else if (!placeOnFields(error, fields, form)) {
      setProblem(message(error));
    }
  };

  const save = async (values: FormValues) => {
    setProblem(null);
    setStale(null);
    try {
      const answer = await write(bodyOf(fields, values));
      const later = changedSince(values, form.getValues());
      if (opened) setOpened(answer);
      form.reset(opened ? formValuesOf(fields, answer) : values);
      for (const [key, value] of Object.entries(later)) form.setValue(key, value, { shouldDirty: true });
      setSaved(answer);
    } catch (error) {
      await refused(error, values);
    }
  };

  /** Goes on with the newer state; what was typed stays where it is to be kept. */
  const loadNew = (keep: boolean) => {
    if (!stale) return;
    const typed = form.getValues();
    const touched = fields.filter(({ key }) => dirtyFields[key] !== undefined);
    setOpened(stale.fresh);
    form.reset(formValuesOf(fields, stale.fresh));
    for (const { key } of keep ? touched : []) {
      form.setValue(key, typed[key] ?? '', { shouldDirty: true, shouldValidate: true });
    }
    setStale(null);
  };

  return { opened, save, saved, forget: () => setSaved(null), problem, tell: setProblem, stale, loadNew };
}

/** What was typed while the save was under way. */
function changedSince(sent: FormValues, now: FormValues): FormValues {
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => !isSame(value, sent[key])));
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Puts the server's errors on the fields they name; answers whether every one found its field. */
function placeOnFields(error: unknown, fields: readonly Field[], form: UseFormReturn<FormValues>): boolean {
  if (!(error instanceof ApiError)) return false;
  const entries = Object.entries(error.fields);
  const known = new Set(fields.map(({ key }) => key));
  const placed = entries.filter(([path]) => known.has(fieldOf(path)));
  placed.forEach(([path, messages], index) => {
    form.setError(fieldOf(path), { type: 'server', message: messages.join(' ') }, { shouldFocus: index === 0 });
  });
  return entries.length > 0 && placed.length === entries.length;
}

/** "image.size" is told on the field `image`. */
const fieldOf = (path: string) => path.split('.')[0] ?? path;
