import { useTranslate } from 'ra-core';
import { useEffect, useMemo, useRef } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { errorsOf } from '../../kernel/process/useRecordForm';
import { limitOf, type Problems } from './rules';

/** The rules of a form with their words in the language of the screen. */
export function useResolver<T extends FieldValues>(problemsOf: (values: T) => Problems) {
  const translate = useTranslate();
  const words = useRef(translate);
  useEffect(() => {
    words.current = translate;
  });
  return useMemo(
    () => (values: T) => {
      const messages = Object.entries(problemsOf(values)).map(([path, rule]) => [
        path,
        words.current(`users.rule.${rule}`, { max: limitOf(path) }),
      ]);
      return { values, errors: errorsOf(Object.fromEntries(messages)) };
    },
    [problemsOf],
  );
}

/** In another language the messages on the fields are said anew. */
export function useRenamedErrors<T extends FieldValues>(form: UseFormReturn<T>): void {
  const translate = useTranslate();
  const said = useRef(translate);
  useEffect(() => {
    if (said.current === translate) return;
    said.current = translate;
    const wrong = Object.keys(form.formState.errors) as FieldPath<T>[];
    if (wrong.length > 0) void form.trigger(wrong);
  }, [translate, form]);
}
