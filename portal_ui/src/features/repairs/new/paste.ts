import * as table from '../../../core/tables/pasteCells';
import { CELLS, type Cell } from './unitGroups';

export type PastedBlock = table.PastedBlock<Cell>;

/** What a paste into a cell of a new unit fills: a problem is prose. */
export const pastedBlock = (text: string, cell: Cell): PastedBlock | null =>
  table.pastedBlock(text, cell, CELLS, 'problemDescription');
