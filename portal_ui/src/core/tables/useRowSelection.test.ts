import { describe, expect, it } from 'vitest';
import { EMPTY_SELECTION, keepExistingRows, type RowSelection, toggleAllRows, toggleRow } from './useRowSelection';

const order = [10, 20, 30, 40, 50];
const ids = (selection: RowSelection) => order.filter((id) => selection.ids.has(id));

describe('row selection', () => {
  it('selects and deselects one row', () => {
    const selection = toggleRow(EMPTY_SELECTION, order, 20, false);
    expect(ids(selection)).toEqual([20]);
    expect(ids(toggleRow(selection, order, 20, false))).toEqual([]);
  });

  it('selects a range with Shift, in both directions', () => {
    const first = toggleRow(EMPTY_SELECTION, order, 40, false);
    expect(ids(toggleRow(first, order, 20, true))).toEqual([20, 30, 40]);
    expect(ids(toggleRow(first, order, 50, true))).toEqual([40, 50]);
  });

  it('deselects a range if the row at its end was selected', () => {
    const all = toggleAllRows(EMPTY_SELECTION, order);
    const anchored = toggleRow(all, order, 10, false);
    expect(ids(toggleRow(anchored, order, 30, true))).toEqual([40, 50]);
  });

  it('selects a single row if the range has no start', () => {
    expect(ids(toggleRow(EMPTY_SELECTION, order, 30, true))).toEqual([30]);
  });

  it('selects all rows, or none if all were selected', () => {
    const all = toggleAllRows(EMPTY_SELECTION, order);
    expect(ids(all)).toEqual(order);
    expect(ids(toggleAllRows(all, order))).toEqual([]);
  });

  it('drops rows that no longer exist, and is the same object otherwise', () => {
    const all = toggleAllRows(EMPTY_SELECTION, order);
    expect(ids(keepExistingRows(all, [10, 30]))).toEqual([10, 30]);
    expect(keepExistingRows(all, order)).toBe(all);
  });
});
