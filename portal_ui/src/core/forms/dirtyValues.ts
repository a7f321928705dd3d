import { type FieldPath, type FieldValues, get, type PathValue, type UseFormReturn } from 'react-hook-form';

/** Dirty values of a form: leaves that differ from its default values, by path. Lists count as one leaf. */
export type DirtyValues = Record<string, unknown>;

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (left: unknown, right: unknown): boolean =>
  left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right));

/** Find the dirty values: the leaves of `now` that differ from `before`. */
export function getChangedValues(before: unknown, now: unknown, path = '', found: DirtyValues = {}): DirtyValues {
  if (isTree(now) && (isTree(before) || before === undefined)) {
    for (const key of Object.keys(now)) getChangedValues(before?.[key], now[key], path ? `${path}.${key}` : key, found);
  } else if (!isSame(before, now) && path) found[path] = now;
  return found;
}

/** Set leaves in a form as if they had been typed; returns whether any was different. */
export function applyDirtyValues<T extends FieldValues>(form: UseFormReturn<T>, leaves: DirtyValues): boolean {
  let any = false;
  for (const [path, value] of Object.entries(leaves)) {
    const now = get(form.getValues(), path);
    // A row that is gone was not typed into.
    if (now === undefined || isSame(now, value)) continue;
    form.setValue(path as FieldPath<T>, value as PathValue<T, FieldPath<T>>, { shouldDirty: true });
    any = true;
  }
  return any;
}

/** Reset the default values and keep dirty fields. */
export function rebase<T extends FieldValues>(form: UseFormReturn<T>, before: T, next: T): void {
  const typed = getChangedValues(before, form.getValues());
  // The fields keep their elements: rows of a long table are not drawn again for this.
  form.reset(next, { keepFieldsRef: true, keepErrors: true });
  const kept = Object.entries(typed).filter(([path]) => get(before, path) !== undefined);
  applyDirtyValues(form, Object.fromEntries(kept));
}

/** Field that another user changed while it was being edited. */
export interface Difference {
  path: string;
  label: string;
  serverValue: string;
  /** What was typed here, where the field was touched. */
  localValue: string | null;
}

/** The words for a field and for a value of it; a field without a label is not told. */
export interface Labelers {
  label: (path: string) => string;
  text?: ((path: string, value: unknown) => string) | undefined;
}

/** Conflicts: differences in fields that were typed in here, too. */
export const getOverlaps = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ localValue }) => localValue !== null);

const plainText = (_: string, value: unknown): string => String(value ?? '');

/**
 * Differences between the values that were read and newer ones, with the dirty values of the same fields. What was
 * typed there as well is no difference.
 */
export function getDifferences(read: object, newer: object, typed: object, naming: Labelers): Difference[] {
  const mine = getChangedValues(read, typed);
  const text = naming.text ?? plainText;
  return Object.entries(getChangedValues(read, newer)).flatMap(([path, theirs]) => {
    const label = naming.label(path);
    if (!label || (path in mine && isSame(mine[path], theirs))) return [];
    return [{ path, label, serverValue: text(path, theirs), localValue: path in mine ? text(path, mine[path]) : null }];
  });
}
