import type { NewUnit } from '../../../api/types';
import { buildGroupKey, findGroup, type Groups, UNIT_CELLS, type UnitCell, type UnitFields } from './unitGroups';

/** Build the units of the create request, and the unit id of each index. */
export const buildSubmission = (
  groups: Groups,
  unitOf: (unitId: string) => UnitFields,
): { units: NewUnit[]; order: string[] } => {
  const order: string[] = [];
  const units = groups.flatMap(({ part, unitIds }) =>
    unitIds.map((unitId): NewUnit => {
      const unit = unitOf(unitId);
      order.push(unitId);
      return {
        partId: part.id,
        serialNumber: unit.serialNumber.trim(),
        serviceTag: unit.serviceTag.trim(),
        problemDescription: unit.problemDescription.trim(),
        attachments: unit.attachments.map(({ id }) => ({ id })),
      };
    }),
  );
  return { units, order };
};

/** Serialize the compared fields of a unit: part, texts and files. */
const serializeUnit = (unit: NewUnit): string => {
  const texts = [unit.serialNumber, unit.serviceTag, unit.problemDescription].map((text) =>
    text.normalize('NFC').trim(),
  );
  return JSON.stringify([unit.partId, ...texts, unit.attachments.map(({ id }) => id).sort()]);
};

/** Return whether a request has exactly the submitted units, in any order. */
export const areSameUnits = (sent: readonly NewUnit[], current: readonly NewUnit[]): boolean => {
  const left = sent.map(serializeUnit).sort();
  const right = current.map(serializeUnit).sort();
  return left.length === right.length && left.every((text, index) => text === right[index]);
};

/** Validation errors of the server, mapped to the form. */
interface UnitErrors {
  /** Errors of a text cell or of the attachments of a unit. */
  cells: { unitId: string; cell: UnitCell | 'attachments'; message: string }[];
  /** Errors in a group heading, for example of a disabled part. */
  groups: { key: string; message: string }[];
  /** Errors without a field in the form. */
  unplaced: string[];
}

/** Map paths such as "3.serialNumber" or "3.attachments.0.id" to units. */
export const mapUnitErrors = (
  fields: Readonly<Record<string, readonly string[]>>,
  order: readonly string[],
  groups: Groups,
): UnitErrors => {
  const placed: UnitErrors = { cells: [], groups: [], unplaced: [] };
  for (const [path, messages] of Object.entries(fields)) {
    const message = messages.join(' ');
    const [index = '', name = ''] = path.replace(/^(body|units)\./, '').split('.');
    const unitId = /^\d+$/.test(index) ? order[Number(index)] : undefined;
    const cell = [...UNIT_CELLS, 'attachments' as const].find((known) => known === name);
    const group = unitId === undefined ? undefined : findGroup(groups, unitId);
    if (unitId !== undefined && cell) placed.cells.push({ unitId, cell, message });
    else if (group) {
      const key = buildGroupKey(group.part);
      if (!placed.groups.some((known) => known.key === key && known.message === message))
        placed.groups.push({ key, message });
    } else placed.unplaced.push(message);
  }
  return placed;
};
