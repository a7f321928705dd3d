import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Field } from '../../server/types';
import { dropDraft, readDraft, writeDraft } from '../saving/drafts';
import { changedLeaves, typeLeaves } from '../saving/merge';
import { useDraftWriter } from '../saving/useDraftWriter';
import { type FormValues, isSecret } from './formValues';

/** Keeps what is typed into a declared form on this device until it is saved; passwords never, nor their repetition. */
export function useFormDraft(form: UseFormReturn<FormValues>, key: string, fields: readonly Field[]) {
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const isOver = useRef(false);
  const { defaultValues } = form.formState;
  const saved = useRef(defaultValues);
  useEffect(() => {
    saved.current = defaultValues;
  }, [defaultValues]);

  useEffect(() => {
    const draft = readDraft(key);
    if (draft && typeLeaves(form, draft.leaves)) setRestoredAt(draft.savedAt);
  }, [form, key]);

  const write = useCallback(() => {
    if (isOver.current) return;
    const leaves = changedLeaves(saved.current, form.getValues());
    const kept = new Set(fields.filter((field) => !isSecret(field)).map((field) => field.key));
    const ofFields = Object.entries(leaves).filter(([path]) => kept.has(path.split('.')[0] ?? path));
    writeDraft(key, Object.fromEntries(ofFields));
  }, [form, key, fields]);
  useDraftWriter(form, write);

  /** The draft is done with; `forGood` where this form writes none any more. */
  const drop = useCallback(
    (forGood = false) => {
      isOver.current = forGood;
      dropDraft(key);
      setRestoredAt(null);
    },
    [key],
  );
  return { restoredAt, drop };
}
