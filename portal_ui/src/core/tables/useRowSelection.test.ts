// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_SELECTION,
  keepExistingRows,
  type RowId,
  type RowSelection,
  toggleAllRows,
  toggleRow,
  useRowSelection,
} from './useRowSelection';

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

describe('selection of a table', () => {
  const open = (shown: readonly RowId[]) =>
    renderHook(({ rows }) => useRowSelection(rows), { initialProps: { rows: shown } });

  it('knows whether none, some or all rows are selected', () => {
    const { result } = open([1, 2]);
    const read = () => [[...result.current.ids], result.current.isAllSelected, result.current.isIndeterminate];
    expect(read()).toEqual([[], false, false]);
    act(() => result.current.toggle(2, false));
    expect(read()).toEqual([[2], false, true]);
    act(() => result.current.toggleAll());
    expect(read()).toEqual([[1, 2], true, false]);
    act(() => result.current.clear());
    expect(read()).toEqual([[], false, false]);
  });

  it('is not complete without rows', () => {
    expect(open([]).result.current.isAllSelected).toBe(false);
  });

  it('forgets rows that are gone, and uses the new order for ranges', () => {
    const { result, rerender } = open([1, 2, 3, 4]);
    act(() => result.current.toggle(1, false));
    act(() => result.current.toggle(4, false));
    const { toggle } = result.current;
    rerender({ rows: [4, 2, 3] });
    expect([...result.current.ids]).toEqual([4]);
    act(() => toggle(4, false));
    rerender({ rows: [2, 4, 1, 3] });
    act(() => toggle(2, false));
    act(() => toggle(1, true));
    expect([...result.current.ids].sort()).toEqual([1, 2, 4]);
  });

  it('begins a new range after all rows were selected', () => {
    const { result } = open([1, 2, 3, 4]);
    act(() => result.current.toggle(1, false));
    act(() => result.current.toggleAll());
    act(() => result.current.toggle(3, true));
    expect([...result.current.ids]).toEqual([1, 2, 4]);
  });
});
