import type { ValidationMessage } from '../../core/forms/validators';

/** Validate the quantity field: digits only, 1 to `max`. */
export function validateQuantity(text: string, max: number): ValidationMessage | undefined {
  const typed = text.trim();
  if (typed === '') return 'saving.rule.required';
  if (!/^\d+$/.test(typed) || Number(typed) === 0) return 'catalogue.quantityProblem.digits';
  return Number(typed) > max ? { message: 'catalogue.quantityProblem.max', args: { max } } : undefined;
}
