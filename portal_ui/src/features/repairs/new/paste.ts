import { type PastedBlock as Block, parsePastedBlock } from '../../../core/tables/pasteCells';
import { UNIT_CELLS, type UnitCell } from './unitGroups';

export type PastedBlock = Block<UnitCell>;

/** What a paste into a cell of a new unit fills: a problem is prose. */
export const parseUnitBlock = (text: string, cell: UnitCell): PastedBlock | null =>
  parsePastedBlock(text, cell, UNIT_CELLS, 'problemDescription');
