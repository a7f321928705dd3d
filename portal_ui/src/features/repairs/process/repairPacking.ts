import type { Repair, RepairPart } from '../../../api/repairs';
import { amount, decimalOf, judge } from '../../../core/forms/validators';
import { hsCode } from '../../shipping/packingRules';
import { formOf, rowKey, servicedParts, type UnitForm } from './unitRows';

/** How a unit is sent, as it is typed: the number of its package, and what customs and couriers are told. */
export interface PackingRow {
  package: string;
  customsValue: string;
  hsCode: string;
  origin: string;
  battery: string;
  checkSource: string;
}

const FIELDS = ['package', 'customsValue', 'hsCode', 'origin', 'battery', 'checkSource'] as const;
const rules = { customsValue: amount, hsCode };

/** How the units are sent, as the record has it. */
export function packingOf({ repairParts, pickUpShippingDetails: { packages } }: Repair): UnitForm<PackingRow> {
  return formOf(servicedParts(repairParts), ({ packing }) => {
    const place = packages.findIndex(({ id }) => id === packing.packageId);
    return {
      package: place < 0 ? '' : String(place + 1),
      customsValue: packing.customsValue === null ? '' : String(packing.customsValue),
      hsCode: packing.hsCode,
      origin: packing.origin,
      battery: packing.battery,
      checkSource: packing.checkSource,
    };
  });
}

/** What is wrong with the rows, by the form's path. */
export const packingProblems = ({ rows }: UnitForm<PackingRow>) =>
  Object.assign({}, ...Object.entries(rows).map(([key, row]) => judge({ ...row }, rules, `rows.${key}.`)));

const isBlank = (row: PackingRow | undefined) => FIELDS.every((field) => !row?.[field]);

/** The units of which something is told now, or was before: in this order they are sent. */
export function packedParts(repair: Repair, { rows }: UnitForm<PackingRow>): RepairPart[] {
  const saved = packingOf(repair).rows;
  return servicedParts(repair.repairParts).filter(
    ({ id }) => !(isBlank(rows[rowKey(id)]) && isBlank(saved[rowKey(id)])),
  );
}

/** The rows as the server takes them. */
export const packingBody = (repair: Repair, form: UnitForm<PackingRow>) =>
  packedParts(repair, form).map(({ id }) => {
    const { package: number, customsValue, ...told } = form.rows[rowKey(id)] as PackingRow;
    return {
      id,
      package: number === '' ? null : Number(number),
      customsValue: decimalOf(customsValue),
      ...told,
      hsCode: told.hsCode.trim(),
    };
  });
