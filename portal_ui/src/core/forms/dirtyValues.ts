import { type FieldPath, type FieldValues, get, type PathValue, type UseFormReturn } from 'react-hook-form';

/** Dirty values by path: leaves that differ from the default values. Lists count as one leaf. */
export type DirtyValues = Record<string, unknown>;

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (left: unknown, right: unknown): boolean =>
  left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right));

/** Return the dirty values: the leaves of `current` that differ from `before`. */
export function getChangedValues(before: unknown, current: unknown, path = '', result: DirtyValues = {}): DirtyValues {
  if (isTree(current) && (isTree(before) || before === undefined)) {
    for (const key of Object.keys(current))
      getChangedValues(before?.[key], current[key], path ? `${path}.${key}` : key, result);
  } else if (!isSame(before, current) && path) result[path] = current;
  return result;
}

/** Return whether any leaf of `current` differs from `before`. */
export const hasChanges = (before: unknown, current: unknown): boolean =>
  Object.keys(getChangedValues(before, current)).length > 0;

/** Set dirty values in a form as if typed; return whether any was different. */
export function applyDirtyValues<T extends FieldValues>(form: UseFormReturn<T>, values: DirtyValues): boolean {
  let hasChanged = false;
  for (const [path, value] of Object.entries(values)) {
    const current = get(form.getValues(), path);
    // Skip values of rows that no longer exist.
    if (current === undefined || isSame(current, value)) continue;
    form.setValue(path as FieldPath<T>, value as PathValue<T, FieldPath<T>>, { shouldDirty: true });
    hasChanged = true;
  }
  return hasChanged;
}

/** Reset the default values and keep dirty fields. */
export function rebase<T extends FieldValues>(form: UseFormReturn<T>, before: T, next: T): void {
  // A copy, as the reset sets the fields of a list in place.
  const typed = structuredClone(getChangedValues(before, form.getValues()));
  // Keep the field references, so that the rows of a long table do not render again.
  form.reset(next, { keepFieldsRef: true, keepErrors: true });
  const existing = Object.entries(typed).filter(([path]) => get(before, path) !== undefined);
  applyDirtyValues(form, Object.fromEntries(existing));
}

/** Field that another user changed while it was being edited. */
export interface Difference {
  path: string;
  label: string;
  serverValue: string;
  /** Typed value; null if the field is not dirty. */
  localValue: string | null;
}

/** Labels of fields and texts of their values. Fields without a label are skipped. */
export interface Labelers {
  label: (path: string) => string;
  text?: ((path: string, value: unknown) => string) | undefined;
}

/** Return the conflicts: differences in fields that are dirty, too. */
export const getOverlaps = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ localValue }) => localValue !== null);

const plainText = (_: string, value: unknown): string => String(value ?? '');

/**
 * Return the differences of a newer record, with dirty values of the same fields. A field is not a difference if the
 * same value was typed in it.
 */
export function getDifferences(read: object, newer: object, typed: object, naming: Labelers): Difference[] {
  const localChanges = getChangedValues(read, typed);
  const text = naming.text ?? plainText;
  return Object.entries(getChangedValues(read, newer)).flatMap(([path, theirs]) => {
    const label = naming.label(path);
    if (!label || (path in localChanges && isSame(localChanges[path], theirs))) return [];
    return [
      {
        path,
        label,
        serverValue: text(path, theirs),
        localValue: path in localChanges ? text(path, localChanges[path]) : null,
      },
    ];
  });
}
