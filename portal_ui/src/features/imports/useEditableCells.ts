import { useCallback, useState } from 'react';
import type { RunRow } from '../../api/imports';

const buildCellKey = (number: number, field: string) => `${number}.${field}`;

/**
 * Which cells are open for typing: those that are or were wrong, and all of the rows that were opened. A cell that was
 * mended stays open: nothing jumps, and a second thought costs no click.
 */
export function useEditableCells(rows: readonly RunRow[]) {
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [whole, setWhole] = useState<ReadonlySet<number>>(new Set());
  const found = rows.flatMap(({ number, errors }) => Object.keys(errors).map((field) => buildCellKey(number, field)));
  if (found.some((place) => !wrong.has(place))) setWrong(new Set([...wrong, ...found]));

  const isOpen = useCallback(
    ({ number }: RunRow, field: string) => whole.has(number) || wrong.has(buildCellKey(number, field)),
    [whole, wrong],
  );
  const open = useCallback((number: number) => setWhole((before) => new Set([...before, number])), []);
  return { isOpen, open };
}
