import type { Run, RunRow } from '../../../api/imports';
import type { SelectedPart } from '../../../api/parts';
import { buildGroupKey, UNIT_CELLS, type UnitCell } from './unitGroups';

/** What a file says of one unit. */
export interface LoadedUnit {
  part: SelectedPart;
  cells: Record<UnitCell, string>;
}

/** Checked rows of a file as units; what names no part is none. */
export const toLoadedUnits = (rows: readonly RunRow[]): LoadedUnit[] =>
  rows.flatMap(({ record, cells }) => {
    if (!record) return [];
    const { id, partName, manufacturer, number, category, imageUrl } = record;
    const texts = Object.fromEntries(UNIT_CELLS.map((cell) => [cell, cells[cell] ?? ''])) as LoadedUnit['cells'];
    return [{ part: { id, name: partName, maker: manufacturer, number, category, imageUrl }, cells: texts }];
  });

/** Whether one part can hold for all rows: their serial numbers were found, and nothing beside them names a part. */
export const needsPart = ({ state, columns, fixed }: Pick<Run, 'state' | 'columns' | 'fixed'>): boolean => {
  const found = columns.map(({ field }) => field);
  const known = state === 'COLUMNS' || state === 'REVIEW';
  return known && !fixed.part && found.includes('serialNumber') && !found.includes('part') && !found.includes('model');
};

/** The units of each part together, in the order in which the parts first come. */
export function groupUnitsByPart(units: readonly LoadedUnit[]): { part: SelectedPart; units: LoadedUnit[] }[] {
  const groups = new Map<string, { part: SelectedPart; units: LoadedUnit[] }>();
  for (const unit of units) {
    const key = buildGroupKey(unit.part);
    const group = groups.get(key) ?? { part: unit.part, units: [] };
    group.units.push(unit);
    groups.set(key, group);
  }
  return [...groups.values()];
}
