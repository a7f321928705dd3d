import { type PastedBlock as Block, parsePastedBlock } from '../../../core/tables/pasteCells';
import { UNIT_CELLS, type UnitCell } from './unitGroups';

export type PastedBlock = Block<UnitCell>;

/** Parse text pasted into a cell of a unit; null if the field takes it unchanged. */
export const parseUnitBlock = (text: string, cell: UnitCell): PastedBlock | null =>
  parsePastedBlock(text, cell, UNIT_CELLS, 'problemDescription');
