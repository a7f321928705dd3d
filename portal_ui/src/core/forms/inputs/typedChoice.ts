/** Fold a text for comparison: without case, accents and outer spaces. */
const fold = (text: string) => text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Find the only choice equal to a typed text, or else its only match.
 * A match contains the text, unless `matches` decides, as for suggestions.
 */
export function findTypedChoice<T>(
  text: string,
  choices: readonly T[],
  getLabel: (choice: T) => string,
  matches = (choice: T) => fold(getLabel(choice)).includes(fold(text)),
): T | null {
  const equal = choices.filter((choice) => fold(getLabel(choice)) === fold(text));
  const found = equal.length > 0 ? equal : choices.filter(matches);
  return found.length === 1 ? (found[0] ?? null) : null;
}
