import type { FormEvent } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Judges a field when it is left after something was typed, and while it is mended; what was never typed into is
 * judged by Save alone. The handlers are for the form element around the fields.
 */
export function judgeAfterTyping<T extends FieldValues>(form: UseFormReturn<T>) {
  const judge = (event: FormEvent, when: (state: { isDirty: boolean; error?: unknown }) => boolean) => {
    const { name } = event.target as Partial<HTMLInputElement>;
    if (name && when(form.getFieldState(name as FieldPath<T>))) void form.trigger(name as FieldPath<T>);
  };
  return {
    onBlur: (event: FormEvent) => judge(event, ({ isDirty }) => isDirty),
    onChange: (event: FormEvent) => judge(event, ({ error }) => error !== undefined),
  };
}
