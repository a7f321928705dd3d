import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../api/errors';

/** Field errors of the server, mapped to the fields of a form. */
export interface MappedErrors {
  /** Messages by form path. */
  fieldErrors: Record<string, string>;
  /** Messages without a field in the form. */
  formErrors: string[];
}

/** Mapping of a server path to a form path, or null without such a field. */
export type ToFormPath = (serverPath: string) => string | null;

/** Map the field errors of a server response to the paths of a form. */
export function mapServerErrors(error: unknown, toFormPath: ToFormPath): MappedErrors {
  const fields = error instanceof ApiError ? error.fields : {};
  const placed: Record<string, string> = {};
  const unplaced: string[] = [];
  for (const [path, messages] of Object.entries(fields)) {
    const message = messages.join(' ');
    const target = toFormPath(path);
    if (target === null) {
      unplaced.push(message);
      continue;
    }
    const existing = placed[target];
    if (!existing?.includes(message)) placed[target] = existing ? `${existing} ${message}` : message;
  }
  return { fieldErrors: placed, formErrors: unplaced };
}

/**
 * Set the server's field errors on a form and focus its first invalid field. Without `toFormPath`, form and server have
 * the same paths. Errors of paths that the form does not have are returned as `formErrors`.
 */
export function applyServerErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  toFormPath: ToFormPath = (path) => path,
): MappedErrors {
  const values = form.getValues();
  const toKnownPath: ToFormPath = (path) => {
    const target = toFormPath(path);
    return target !== null && hasField(values, target) ? target : null;
  };
  const result = mapServerErrors(error, toKnownPath);
  const names = Object.keys(values);
  const getPosition = (path: string) => names.indexOf(path.split('.')[0] ?? path);
  const inOrder = Object.entries(result.fieldErrors).sort(([a], [b]) => getPosition(a) - getPosition(b));
  inOrder.forEach(([path, message], index) => {
    form.setError(path as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return result;
}

/** Return whether a form has a field. Errors of a whole list are at `list.root`. */
const hasField = (values: FieldValues, path: string): boolean => get(values, path.replace(/\.root$/, '')) !== undefined;
