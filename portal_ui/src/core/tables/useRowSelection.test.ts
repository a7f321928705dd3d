import { describe, expect, it } from 'vitest';
import { EMPTY_SELECTION, keepExistingRows, type RowSelection, toggleAllRows, toggleRow } from './useRowSelection';

const order = [10, 20, 30, 40, 50];
const ids = (marks: RowSelection) => order.filter((id) => marks.ids.has(id));

describe('marking rows', () => {
  it('marks and unmarks one row', () => {
    const marked = toggleRow(EMPTY_SELECTION, order, 20, false);
    expect(ids(marked)).toEqual([20]);
    expect(ids(toggleRow(marked, order, 20, false))).toEqual([]);
  });

  it('marks a range with shift, in both directions', () => {
    const first = toggleRow(EMPTY_SELECTION, order, 40, false);
    expect(ids(toggleRow(first, order, 20, true))).toEqual([20, 30, 40]);
    expect(ids(toggleRow(first, order, 50, true))).toEqual([40, 50]);
  });

  it('unmarks a range when the row at its end was marked', () => {
    const all = toggleAllRows(EMPTY_SELECTION, order);
    const anchored = toggleRow(all, order, 10, false);
    expect(ids(toggleRow(anchored, order, 30, true))).toEqual([40, 50]);
  });

  it('marks the single row where the range has no beginning', () => {
    expect(ids(toggleRow(EMPTY_SELECTION, order, 30, true))).toEqual([30]);
  });

  it('marks all, and none when all were marked', () => {
    const all = toggleAllRows(EMPTY_SELECTION, order);
    expect(ids(all)).toEqual(order);
    expect(ids(toggleAllRows(all, order))).toEqual([]);
  });

  it('forgets rows that are gone and stays the same object otherwise', () => {
    const all = toggleAllRows(EMPTY_SELECTION, order);
    expect(ids(keepExistingRows(all, [10, 30]))).toEqual([10, 30]);
    expect(keepExistingRows(all, order)).toBe(all);
  });
});
