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
