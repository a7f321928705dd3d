import type { ChosenPart } from '../../kernel/catalogue/catalogue';
import type { UploadedFile } from '../../server/types';
import { addUnits, type Groups, type UnitFields } from './groups';

/** The form as its draft keeps it: units in the groups of their parts. */
export type StoredGroups = readonly { part: ChosenPart; units: readonly UnitFields[] }[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFile = (value: unknown): value is UploadedFile =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.type === 'string' &&
  typeof value.size === 'number';

const isUnit = (value: unknown): value is UnitFields =>
  isObject(value) &&
  typeof value.serialNumber === 'string' &&
  typeof value.serviceTag === 'string' &&
  typeof value.problemDescription === 'string' &&
  Array.isArray(value.attachments) &&
  value.attachments.every(isFile);

const isPart = (value: unknown): value is ChosenPart =>
  isObject(value) &&
  typeof value.id === 'number' &&
  typeof value.name === 'string' &&
  typeof value.maker === 'string' &&
  typeof value.category === 'string' &&
  (value.imageUrl === null || typeof value.imageUrl === 'string');

/** What was stored, when it can be read whole: another shape is not guessed at. */
export const readStored = (value: unknown): StoredGroups | null =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (group) =>
      isObject(group) &&
      isPart(group.part) &&
      Array.isArray(group.units) &&
      group.units.length > 0 &&
      group.units.every(isUnit),
  )
    ? value
    : null;

/** The form to be stored; null while it has no units. */
export const storedOf = (groups: Groups, units: Readonly<Record<string, UnitFields>>): StoredGroups | null =>
  groups.length === 0
    ? null
    : groups.map(({ part, unitIds }) => ({ part, units: unitIds.flatMap((unitId) => units[unitId] ?? []) }));

/** What was stored as groups and units, each unit with a new id. */
export const restoreStored = (stored: StoredGroups, newUnitId: () => string) => {
  const units: Record<string, UnitFields> = {};
  let groups: Groups = [];
  for (const { part, units: kept } of stored) {
    const ids = kept.map((unit) => {
      const id = newUnitId();
      units[id] = unit;
      return id;
    });
    groups = addUnits(groups, part, ids);
  }
  return { groups, units };
};
