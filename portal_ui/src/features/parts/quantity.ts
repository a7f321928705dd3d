import type { Broken } from '../../core/forms/validators';

/** The rule of the quantity field: digits only, 1 to `max`. */
export function quantityProblem(text: string, max: number): Broken | undefined {
  const typed = text.trim();
  if (typed === '') return 'saving.rule.required';
  if (!/^\d+$/.test(typed) || Number(typed) === 0) return 'catalogue.quantityProblem.digits';
  return Number(typed) > max ? { message: 'catalogue.quantityProblem.max', args: { max } } : undefined;
}
