import { useCallback, useEffect, useMemo, useState } from 'react';
import { type DefaultValues, useForm } from 'react-hook-form';
import { useCreationDraft } from '../../kernel/creation/useCreationDraft';
import { changedLeaves } from '../../kernel/saving/merge';
import { resolverOf } from '../../kernel/saving/rules';
import type { ContactValues } from '../../kernel/shipping/values';
import { blankForm, readStored, type SupportForm, supportProblems } from './supportForm';

const KEPT_AFTER_MS = 700;

/** The form and the draft that keeps it on this device; the contact is offered from the profile. */
export function useSupportForm(contact: ContactValues | undefined) {
  const [blank] = useState(() => blankForm(contact));
  const draft = useCreationDraft('newRemoteSupport', 0, readStored);
  const form = useForm<SupportForm>({
    defaultValues: (draft.found ?? blank) as DefaultValues<SupportForm>,
    mode: 'onSubmit',
    resolver: resolverOf((values) => {
      const { own, contact: wrong } = supportProblems(values);
      const keys = Object.entries(own).map(([path, rule]) => [path, `newRemoteSupport.rule.${rule}`]);
      return { ...wrong, ...Object.fromEntries(keys) };
    }),
  });

  /** What is typed; null while it is what was offered. */
  const typed = useCallback((): SupportForm | null => {
    const values = form.getValues();
    return Object.keys(changedLeaves(blank, values)).length > 0 ? structuredClone(values) : null;
  }, [form, blank]);
  useEffect(() => draft.watch(typed, KEPT_AFTER_MS), [draft, typed]);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: draft.touch }), [form, draft]);

  return useMemo(() => ({ form, draft, typed, clear: () => form.reset(blank) }), [form, draft, typed, blank]);
}

export type SupportFormState = ReturnType<typeof useSupportForm>;
