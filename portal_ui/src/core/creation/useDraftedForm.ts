import { useEvent } from 'ra-core';
import { useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm, useWatch } from 'react-hook-form';
import { getChangedValues } from '../forms/dirtyValues';
import { createResolver, type ValidationErrors } from '../forms/validators';
import type { RequestDraft } from './requestDraft';

const SAVE_DELAY_MS = 500;

interface Options<T, C> {
  draft: RequestDraft<C>;
  /** Initial values; later suggestions do not change them. */
  blank: T;
  /** Values restored from the draft. */
  found: T | null;
  /** Return the part of the values that the draft keeps. */
  getContent: (values: T) => C;
  validate: (values: T) => ValidationErrors;
}

/** Return a form that has a draft while it differs from its initial values. */
export function useDraftedForm<T extends FieldValues, C>(options: Options<T, C>) {
  const { draft, found, getContent, validate } = options;
  const [blank] = useState(options.blank);
  const form = useForm<T>({
    defaultValues: (found ?? blank) as DefaultValues<T>,
    mode: 'onSubmit',
    resolver: createResolver(validate),
  });
  useWatch({ control: form.control });
  const isUntouched = () => Object.keys(getChangedValues(blank, form.getValues())).length === 0;
  const content = useEvent(() => (isUntouched() ? null : structuredClone(getContent(form.getValues()))));
  useEffect(() => draft.watch(content, SAVE_DELAY_MS), [draft, content]);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: draft.touch }), [form, draft]);
  return { form, isPristine: isUntouched(), clear: () => form.reset(blank) };
}
