import { normalizeText, type ValueValidator } from '../../core/forms/validators';

/** A commodity code of customs: 6 to 10 digits, with points or spaces between them. */
export const hsCode: ValueValidator = (value) =>
  /^(?:\d{4}[. ]?\d{2}(?:[. ]?\d){0,4})?$/.test(normalizeText(value)) ? undefined : 'saving.rule.hsCode';

/** The number of a package once another was taken away: what was in that one is in none. */
export function renumberPackage(number: string, removed: number): string {
  if (number === '' || Number(number) < removed) return number;
  return Number(number) === removed ? '' : String(Number(number) - 1);
}
