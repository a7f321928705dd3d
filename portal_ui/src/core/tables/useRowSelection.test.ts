import { describe, expect, it } from 'vitest';
import { keepMarks, type Marks, noMarks, toggleAll, toggleMark } from './useRowSelection';

const order = [10, 20, 30, 40, 50];
const ids = (marks: Marks) => order.filter((id) => marks.ids.has(id));

describe('marking rows', () => {
  it('marks and unmarks one row', () => {
    const marked = toggleMark(noMarks, order, 20, false);
    expect(ids(marked)).toEqual([20]);
    expect(ids(toggleMark(marked, order, 20, false))).toEqual([]);
  });

  it('marks a range with shift, in both directions', () => {
    const first = toggleMark(noMarks, order, 40, false);
    expect(ids(toggleMark(first, order, 20, true))).toEqual([20, 30, 40]);
    expect(ids(toggleMark(first, order, 50, true))).toEqual([40, 50]);
  });

  it('unmarks a range when the row at its end was marked', () => {
    const all = toggleAll(noMarks, order);
    const anchored = toggleMark(all, order, 10, false);
    expect(ids(toggleMark(anchored, order, 30, true))).toEqual([40, 50]);
  });

  it('marks the single row where the range has no beginning', () => {
    expect(ids(toggleMark(noMarks, order, 30, true))).toEqual([30]);
  });

  it('marks all, and none when all were marked', () => {
    const all = toggleAll(noMarks, order);
    expect(ids(all)).toEqual(order);
    expect(ids(toggleAll(all, order))).toEqual([]);
  });

  it('forgets rows that are gone and stays the same object otherwise', () => {
    const all = toggleAll(noMarks, order);
    expect(ids(keepMarks(all, [10, 30]))).toEqual([10, 30]);
    expect(keepMarks(all, order)).toBe(all);
  });
});
