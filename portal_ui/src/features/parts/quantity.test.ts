import { describe, expect, it } from 'vitest';
import { validateQuantity } from './quantity';

const required = 'saving.rule.required';
const digits = 'catalogue.quantityProblem.digits';

describe('validateQuantity', () => {
  it.each([
    ['', required],
    ['  ', required],
    ['0', digits],
    ['-1', digits],
    ['1.5', digits],
    ['1e2', digits],
    ['ten', digits],
    ['101', { message: 'catalogue.quantityProblem.max', args: { max: 100 } }],
    ['1', undefined],
    [' 12 ', undefined],
    ['100', undefined],
  ])('returns for %j: %s', (text, problem) => {
    expect(validateQuantity(text, 100)).toEqual(problem);
  });
});
