/** Form value of a partially typed date or time. An empty value would delete the saved one. */
export const INCOMPLETE = 'half-typed';

/** Validate that a date or time is not partially typed. */
export const validateCompleteness = (value: unknown): string | undefined =>
  value === INCOMPLETE ? 'shared.halfTyped' : undefined;
