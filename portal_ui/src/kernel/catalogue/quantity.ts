/** The rule of the quantity field: digits only, 1 to `max`. */
export const quantityProblem = (text: string, max: number): 'required' | 'digits' | 'max' | null => {
  const typed = text.trim();
  if (typed === '') return 'required';
  if (!/^\d+$/.test(typed) || Number(typed) === 0) return 'digits';
  return Number(typed) > max ? 'max' : null;
};
