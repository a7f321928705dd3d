import type { Difference } from '../../kernel/form/formValues';
import { changedLeaves } from '../../kernel/process/draft';

/** The words for a field and for a value of it. */
export type Naming = { label: (path: string) => string; text?: (path: string, value: unknown) => string };

/** What differs between the values that were read and newer ones; fields without a name are not told. */
export function differencesOf(read: object, newer: object, typed: object, naming: Naming): Difference[] {
  const touched = changedLeaves(read, typed);
  const text = (path: string, value: unknown) => naming.text?.(path, value) ?? String(value ?? '');
  return Object.entries(changedLeaves(read, newer)).flatMap(([path, theirs]) => {
    const label = naming.label(path);
    if (!label) return [];
    return [
      { key: path, label, theirs: text(path, theirs), yours: path in touched ? text(path, touched[path]) : null },
    ];
  });
}
