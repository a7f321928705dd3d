import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './errors';

/**
 * Puts the server's `fields` on the fields of a form and focuses the first; answers whether any was placed.
 * `rename` turns the server's path into the form's where they differ.
 */
export function showServerFields<T extends FieldValues>(
  error: unknown,
  form: UseFormReturn<T>,
  rename: (path: string) => string = (path) => path,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const entries = Object.entries(error.fields);
  entries.forEach(([path, messages], index) => {
    form.setError(
      rename(path) as FieldPath<T>,
      { type: 'server', message: messages.join(' ') },
      { shouldFocus: index === 0 },
    );
  });
  return entries.length > 0;
}
