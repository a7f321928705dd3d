// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useDetailPanel } from './useDetailPanel';

interface Unit {
  id: number;
  isDecided: boolean;
}
const getId = ({ id }: Unit) => id;
const isOpen = ({ isDecided }: Unit) => !isDecided;
const units: Unit[] = [
  { id: 4, isDecided: true },
  { id: 5, isDecided: false },
  { id: 6, isDecided: false },
];
const open = (rows = units, isFirst?: (row: Unit) => boolean) =>
  renderHook(({ shown }) => useDetailPanel(shown, getId, isFirst), { initialProps: { shown: rows } });

afterEach(cleanup);

it('goes from the first row back to the last one, and from the last on to the first', () => {
  const { result } = open();
  expect(result.current.currentId).toBe(4);
  act(() => result.current.step(-1));
  expect(result.current.currentId).toBe(6);
  act(() => result.current.step(-1));
  expect(result.current.currentId).toBe(5);
  act(() => result.current.step(1));
  act(() => result.current.step(1));
  expect(result.current.currentId).toBe(4);
});

it('starts at the first row that needs a decision, and stays there when it is decided', () => {
  const { result, rerender } = open(units, isOpen);
  expect(result.current.currentId).toBe(5);
  rerender({ shown: units.map((unit) => ({ ...unit, isDecided: unit.id !== 6 })) });
  expect(result.current.currentId).toBe(5);
});

it('keeps the current row when the rows are in another order, and goes to the first one when it is removed', () => {
  const { result, rerender } = open();
  act(() => result.current.select(6));
  rerender({ shown: [...units].reverse() });
  expect([result.current.currentId, result.current.index]).toEqual([6, 0]);
  rerender({ shown: units.slice(0, 2) });
  expect(result.current.currentId).toBe(4);
});

it('opens the details of a row, stays open at the next one, and keeps the row when closed', () => {
  const { result } = open();
  expect(result.current.isOpen).toBe(false);
  act(() => result.current.open(5));
  expect([result.current.isOpen, result.current.currentId, result.current.index]).toEqual([true, 5, 1]);
  act(() => result.current.step(1));
  expect([result.current.isOpen, result.current.currentId]).toEqual([true, 6]);
  act(() => result.current.close());
  expect([result.current.isOpen, result.current.currentId]).toEqual([false, 6]);
});

it('selects a row without opening its details', () => {
  const { result } = open();
  act(() => result.current.select(5));
  expect([result.current.isOpen, result.current.current]).toEqual([false, units[1]]);
});

it('starts at the first row if none needs a decision, and has none without rows', () => {
  expect(open(units, () => false).result.current.currentId).toBe(4);
  const { result } = open([]);
  act(() => result.current.step(1));
  expect([result.current.current, result.current.currentId]).toEqual([undefined, undefined]);
});

it('stays at the first row when another one becomes the first', () => {
  const { result, rerender } = open();
  rerender({ shown: [...units].reverse() });
  expect([result.current.currentId, result.current.index]).toEqual([4, 2]);
});
