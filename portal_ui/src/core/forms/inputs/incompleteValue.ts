/** What a form holds of a day or time of which a part is still missing: never the empty value, which would delete. */
export const INCOMPLETE = 'half-typed';

/** react-admin's validator of days and times: only part of it was typed. */
export const isComplete = (value: unknown): string | undefined =>
  value === INCOMPLETE ? 'shared.halfTyped' : undefined;
