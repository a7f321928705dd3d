import { normalizeText, type ValueValidator } from '../../core/forms/validators';

/** Validate a customs commodity code: 6 to 10 digits with dots or spaces. */
export const hsCode: ValueValidator = (value) =>
  /^(?:\d{4}[. ]?\d{2}(?:[. ]?\d){0,4})?$/.test(normalizeText(value)) ? undefined : 'saving.rule.hsCode';

/** Return the number of a package after a removal; "" for the removed one. */
export function renumberPackage(number: string, removed: number): string {
  if (number === '' || Number(number) < removed) return number;
  return Number(number) === removed ? '' : String(Number(number) - 1);
}
