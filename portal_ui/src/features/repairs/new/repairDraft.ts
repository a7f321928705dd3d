import type { SelectedPart } from '../../../api/parts';
import { exampleFile, hasShape } from '../../../core/creation/hasShape';
import { addUnits, type Groups, type UnitFields } from './unitGroups';

/** The form as its draft keeps it: units in the groups of their parts. */
type StoredGroups = readonly { part: SelectedPart; units: readonly UnitFields[] }[];

const example: StoredGroups = [
  {
    part: { id: 0, name: '', maker: '', category: '', imageUrl: null },
    units: [{ serialNumber: '', serviceTag: '', problemDescription: '', attachments: [exampleFile] }],
  },
];

/** What was stored, when it can be read whole: another shape is not guessed at. */
export const parseRepairDraft = (value: unknown): StoredGroups | null =>
  hasShape(value, example) && value.length > 0 && value.every(({ units }) => units.length > 0) ? value : null;

/** The form to be stored; null while it has no units. */
export const toRepairDraft = (groups: Groups, units: Readonly<Record<string, UnitFields>>): StoredGroups | null =>
  groups.length === 0
    ? null
    : groups.map(({ part, unitIds }) => ({ part, units: unitIds.flatMap((unitId) => units[unitId] ?? []) }));

/** What was stored as groups and units, each unit with a new id. */
export const restoreRepairDraft = (stored: StoredGroups, newUnitId: () => string) => {
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
