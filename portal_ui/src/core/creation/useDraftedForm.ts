import { useEvent } from 'ra-core';
import { useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm, useWatch } from 'react-hook-form';
import { changedLeaves } from '../forms/dirtyValues';
import { type Problems, resolverOf } from '../forms/validators';
import type { CreationDraft } from './requestDraft';

const KEPT_AFTER_MS = 500;

interface Options<T, C> {
  draft: CreationDraft<C>;
  /** The form on which nothing was typed; what is offered later changes nothing. */
  blank: T;
  /** The form as it came back with the draft. */
  found: T | null;
  /** What the draft keeps of the form. */
  contentOf: (values: T) => C;
  problemsOf: (values: T) => Problems;
}

/** A form that is kept in a draft while it differs from what was offered. */
export function useDraftedForm<T extends FieldValues, C>(options: Options<T, C>) {
  const { draft, found, contentOf, problemsOf } = options;
  const [blank] = useState(options.blank);
  const form = useForm<T>({
    defaultValues: (found ?? blank) as DefaultValues<T>,
    mode: 'onSubmit',
    resolver: resolverOf(problemsOf),
  });
  useWatch({ control: form.control });
  const isUntouched = () => Object.keys(changedLeaves(blank, form.getValues())).length === 0;
  const content = useEvent(() => (isUntouched() ? null : structuredClone(contentOf(form.getValues()))));
  useEffect(() => draft.watch(content, KEPT_AFTER_MS), [draft, content]);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: draft.touch }), [form, draft]);
  return { form, untouched: isUntouched(), clear: () => form.reset(blank) };
}
