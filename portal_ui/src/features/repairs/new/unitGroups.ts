import type { SelectedPart } from '../../../api/parts';
import type { UploadedFile } from '../../../api/types';

/** What is typed about one unit. */
export interface UnitFields {
  serialNumber: string;
  serviceTag: string;
  problemDescription: string;
  attachments: UploadedFile[];
}

/** The text cells of a row, in the order they stand. */
export const UNIT_CELLS = ['serialNumber', 'serviceTag', 'problemDescription'] as const;
export type UnitCell = (typeof UNIT_CELLS)[number];

export const isUnitCell = (name: string | undefined): name is UnitCell => UNIT_CELLS.some((cell) => cell === name);

/** The units of one part, in the order they were added. */
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

/** An id of a unit while it is on this page. It begins with a letter: the form library reads digits as list places. */
export function createUnitId(): string {
  lastUnit += 1;
  return `u${lastUnit}`;
}

/** Panels are one for each category and part. */
export const buildGroupKey = (part: SelectedPart): string => `${part.category}/${part.id}`;

/** Adds units; a part that has a group already gets them at the end of that group. */
export const addUnits = (groups: Groups, part: SelectedPart, unitIds: readonly string[]): Groups => {
  const key = buildGroupKey(part);
  if (!groups.some((group) => buildGroupKey(group.part) === key)) return [...groups, { part, unitIds }];
  return groups.map((group) =>
    buildGroupKey(group.part) === key ? { part: group.part, unitIds: [...group.unitIds, ...unitIds] } : group,
  );
};

/** Removes one unit, and its group with the last of them. */
export const removeUnit = (groups: Groups, unitId: string): Groups =>
  groups
    .map((group) =>
      group.unitIds.includes(unitId) ? { ...group, unitIds: group.unitIds.filter((other) => other !== unitId) } : group,
    )
    .filter((group) => group.unitIds.length > 0);

export const removeGroup = (groups: Groups, key: string): Groups =>
  groups.filter((group) => buildGroupKey(group.part) !== key);

export const findGroup = (groups: Groups, unitId: string): Group | undefined =>
  groups.find((group) => group.unitIds.includes(unitId));

/** What a unit is called by: its number among those of its part, and the name of the part. */
export const getUnitPosition = (groups: Groups, unitId: string): { number: number; part: string } => {
  const group = findGroup(groups, unitId);
  return { number: (group?.unitIds.indexOf(unitId) ?? 0) + 1, part: group?.part.name ?? '' };
};

/** All units in the order they stand on the page, which is the order they are sent in. */
export const getUnitIds = (groups: Groups): string[] => groups.flatMap((group) => group.unitIds);

/** One unit as the list draws it. */
export interface Unit {
  id: string;
  /** Its place among the units of its part. */
  number: number;
  part: SelectedPart;
}

const unitsOfGroups = new WeakMap<Group, readonly Unit[]>();

/** The units of a group: the same objects while the group is, so that no row is drawn again. */
export function getUnits(group: Group): readonly Unit[] {
  const known = unitsOfGroups.get(group);
  if (known) return known;
  const units = group.unitIds.map((id, index): Unit => ({ id, number: index + 1, part: group.part }));
  unitsOfGroups.set(group, units);
  return units;
}

/** Serial numbers that stand more than once under one part: allowed, but worth a second look. */
export const findRepeatedSerials = (
  groups: Groups,
  serialOf: (unitId: string) => string,
): { part: SelectedPart; serial: string; times: number }[] =>
  groups.flatMap(({ part, unitIds }) => {
    const times = new Map<string, number>();
    for (const unitId of unitIds) {
      const serial = serialOf(unitId).trim();
      if (serial && !/^(-|n\/?a)$/i.test(serial)) times.set(serial, (times.get(serial) ?? 0) + 1);
    }
    return Array.from(times, ([serial, count]) => ({ part, serial, times: count })).filter((found) => found.times > 1);
  });

/** What can be done with the rows and panels of the list. */
export interface ListActions {
  onFold: (key: string) => void;
  onAddUnit: (key: string) => void;
  onRemoveUnit: (unitId: string) => void;
  onRemoveGroup: (key: string) => void;
}
