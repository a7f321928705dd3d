import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../api/errors';

/** The server's field errors, as far as a form has the fields. */
export interface MappedErrors {
  /** Form path to message. */
  fieldErrors: Record<string, string>;
  /** Messages for which the form has no field. */
  formErrors: string[];
}

/** Map a server path to the form's path, or null if the form has no such field. */
export type ToFormPath = (serverPath: string) => string | null;

/** Map the field errors of a server response to the paths of a form. */
export function mapServerErrors(error: unknown, toFormPath: ToFormPath): MappedErrors {
  const fields = error instanceof ApiError ? error.fields : {};
  const placed: Record<string, string> = {};
  const loose: string[] = [];
  for (const [path, messages] of Object.entries(fields)) {
    const message = messages.join(' ');
    const target = toFormPath(path);
    if (target === null) {
      loose.push(message);
      continue;
    }
    const there = placed[target];
    if (!there?.includes(message)) placed[target] = there ? `${there} ${message}` : message;
  }
  return { fieldErrors: placed, formErrors: loose };
}

/**
 * Shows the server's field errors on the fields of a form and focuses the first of the form's. Without `toFormPath` the form's
 * paths are the server's; a path that the form has not is answered as loose either way.
 */
export function applyServerErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  toFormPath: ToFormPath = (path) => path,
): MappedErrors {
  const values = form.getValues();
  const known: ToFormPath = (path) => {
    const target = toFormPath(path);
    return target !== null && hasField(values, target) ? target : null;
  };
  const result = mapServerErrors(error, known);
  const names = Object.keys(values);
  const place = (path: string) => names.indexOf(path.split('.')[0] ?? path);
  const inOrder = Object.entries(result.fieldErrors).sort(([one], [other]) => place(one) - place(other));
  inOrder.forEach(([path, message], index) => {
    form.setError(path as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return result;
}

/** An error of a list as a whole belongs to `list.root`. */
const hasField = (values: FieldValues, path: string): boolean => get(values, path.replace(/\.root$/, '')) !== undefined;
