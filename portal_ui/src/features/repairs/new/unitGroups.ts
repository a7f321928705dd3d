import { isPlaceholderSerial, normalizeKey } from '../../../api/normalization';
import type { SelectedPart } from '../../../api/parts';
import type { UploadedFile } from '../../../api/types';

/** Form values of a unit. */
export interface UnitFields {
  serialNumber: string;
  serviceTag: string;
  problemDescription: string;
  attachments: UploadedFile[];
}

/** Text cells of a unit, in column order. */
export const UNIT_CELLS = ['serialNumber', 'serviceTag', 'problemDescription'] as const;
export type UnitCell = (typeof UNIT_CELLS)[number];

export const isUnitCell = (name: string | undefined): name is UnitCell => UNIT_CELLS.some((cell) => cell === name);

/** Units of one part, in the order they were added. */
interface Group {
  part: SelectedPart;
  unitIds: readonly string[];
}

export type Groups = readonly Group[];

export const createEmptyUnit = (): UnitFields => ({
  serialNumber: '',
  serviceTag: '',
  problemDescription: '',
  attachments: [],
});

let lastUnit = 0;

/**
 * Create an id for a unit of this page.
 * Begins with a letter because React Hook Form reads digits in a field name as an array index.
 */
export function createUnitId(): string {
  lastUnit += 1;
  return `u${lastUnit}`;
}

/** Return the key of a group, made of category and part. */
export const buildGroupKey = (part: SelectedPart): string => `${part.category}/${part.id}`;

/** Add units at the end of their part's group, or in a new group. */
export const addUnits = (groups: Groups, part: SelectedPart, unitIds: readonly string[]): Groups => {
  const key = buildGroupKey(part);
  if (!groups.some((group) => buildGroupKey(group.part) === key)) return [...groups, { part, unitIds }];
  return groups.map((group) =>
    buildGroupKey(group.part) === key ? { part: group.part, unitIds: [...group.unitIds, ...unitIds] } : group,
  );
};

/** Remove a unit, and its group if no unit is left. */
export const removeUnit = (groups: Groups, unitId: string): Groups =>
  groups
    .map((group) =>
      group.unitIds.includes(unitId) ? { ...group, unitIds: group.unitIds.filter((id) => id !== unitId) } : group,
    )
    .filter((group) => group.unitIds.length > 0);

export const removeGroup = (groups: Groups, key: string): Groups =>
  groups.filter((group) => buildGroupKey(group.part) !== key);

export const findGroup = (groups: Groups, unitId: string): Group | undefined =>
  groups.find((group) => group.unitIds.includes(unitId));

/** Return the number of a unit within its part, and the name of the part. */
export const getUnitPosition = (groups: Groups, unitId: string): { number: number; part: string } => {
  const group = findGroup(groups, unitId);
  return { number: (group?.unitIds.indexOf(unitId) ?? 0) + 1, part: group?.part.name ?? '' };
};

/** Return the ids of all units in page order, which is also the submission order. */
export const getUnitIds = (groups: Groups): string[] => groups.flatMap((group) => group.unitIds);

/** Unit as a row of the list. */
export interface Unit {
  id: string;
  /** Position among the units of its part, from 1. */
  number: number;
  part: SelectedPart;
}

const unitsOfGroups = new WeakMap<Group, readonly Unit[]>();

/** Return the units of a group, cached so that unchanged rows are not rerendered. */
export function getUnits(group: Group): readonly Unit[] {
  const known = unitsOfGroups.get(group);
  if (known) return known;
  const units = group.unitIds.map((id, index): Unit => ({ id, number: index + 1, part: group.part }));
  unitsOfGroups.set(group, units);
  return units;
}

interface RepeatedSerial {
  part: SelectedPart;
  serial: string;
  /** Units that have it, at least two. */
  units: Unit[];
}

/** Find serial numbers that occur repeatedly within a part: allowed, but a warning. */
export const findRepeatedSerials = (groups: Groups, getSerial: (unitId: string) => string): RepeatedSerial[] =>
  groups.flatMap((group) => {
    const foundByKey = new Map<string, RepeatedSerial>();
    for (const unit of getUnits(group)) {
      const serial = getSerial(unit.id).trim();
      if (isPlaceholderSerial(serial)) continue;
      const key = normalizeKey(serial);
      const found = foundByKey.get(key);
      if (found) found.units.push(unit);
      else foundByKey.set(key, { part: group.part, serial, units: [unit] });
    }
    return [...foundByKey.values()].filter(({ units }) => units.length > 1);
  });

/** Actions on the units and groups of the list. */
export interface ListActions {
  onToggle: (key: string) => void;
  onAddUnit: (key: string) => void;
  onRemoveUnit: (unitId: string) => void;
  onRemoveGroup: (key: string) => void;
}
