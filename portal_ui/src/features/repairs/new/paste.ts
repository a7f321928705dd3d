import * as table from '../../../core/tables/pasteCells';
import { UNIT_CELLS, type UnitCell } from './unitGroups';

export type PastedBlock = table.PastedBlock<UnitCell>;

/** What a paste into a cell of a new unit fills: a problem is prose. */
export const parseUnitBlock = (text: string, cell: UnitCell): PastedBlock | null =>
  table.parsePastedBlock(text, cell, UNIT_CELLS, 'problemDescription');
