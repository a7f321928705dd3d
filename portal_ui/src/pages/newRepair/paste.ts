import * as table from '../../kernel/table/pasteCells';
import { CELLS, type Cell } from './groups';

export type PastedBlock = table.PastedBlock<Cell>;

/** What a paste into a cell of a new unit fills: a problem is prose. */
export const pastedBlock = (text: string, cell: Cell): PastedBlock | null =>
  table.pastedBlock(text, cell, CELLS, 'problemDescription');
