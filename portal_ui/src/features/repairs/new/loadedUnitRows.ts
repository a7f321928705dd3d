import type { Run, RunRow } from '../../../api/imports';
import type { SelectedPart } from '../../../api/parts';
import { buildGroupKey, UNIT_CELLS, type UnitCell } from './unitGroups';

/** Unit read from a file or pasted cells. */
export interface LoadedUnit {
  part: SelectedPart;
  cells: Record<UnitCell, string>;
}

/** Convert checked rows to units; rows without a part are skipped. */
export const toLoadedUnits = (rows: readonly RunRow[]): LoadedUnit[] =>
  rows.flatMap(({ record, cells }) => {
    if (!record) return [];
    const { id, partName, manufacturer, number, category, imageUrl } = record;
    const texts = Object.fromEntries(UNIT_CELLS.map((cell) => [cell, cells[cell] ?? ''])) as LoadedUnit['cells'];
    return [{ part: { id, name: partName, maker: manufacturer, number, category, imageUrl }, cells: texts }];
  });

/** Return whether a run has serial numbers but nothing that names a part. */
export const needsPart = ({ state, columns, fixed }: Pick<Run, 'state' | 'columns' | 'fixed'>): boolean => {
  const keys = columns.map(({ field }) => field);
  const known = state === 'COLUMNS' || state === 'REVIEW';
  return known && !fixed.part && keys.includes('serialNumber') && !keys.includes('part') && !keys.includes('model');
};

/** Group units by part, in order of the first unit of each part. */
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
