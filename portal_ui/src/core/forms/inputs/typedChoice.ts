/** Fold a text for comparison: without case, accents and outer spaces. */
const fold = (text: string) => text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Find the choice that a typed text means: the only equal one, or else the only one that contains it. */
export function findTypedChoice<T>(text: string, choices: readonly T[], getLabel: (choice: T) => string): T | null {
  const typed = fold(text);
  const equal = choices.filter((choice) => fold(getLabel(choice)) === typed);
  const found = equal.length > 0 ? equal : choices.filter((choice) => fold(getLabel(choice)).includes(typed));
  return found.length === 1 ? (found[0] ?? null) : null;
}
