import { describe, expect, it } from 'vitest';
import { quantityProblem } from './quantity';

describe('quantity', () => {
  it.each([
    ['', 'required'],
    ['  ', 'required'],
    ['0', 'digits'],
    ['-1', 'digits'],
    ['1.5', 'digits'],
    ['1e2', 'digits'],
    ['ten', 'digits'],
    ['101', 'max'],
    ['1', null],
    [' 12 ', null],
    ['100', null],
  ])('%j: %s', (text, problem) => {
    expect(quantityProblem(text, 100)).toBe(problem);
  });
});
