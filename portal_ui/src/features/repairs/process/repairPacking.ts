import type { Repair, RepairPart } from '../../../api/repairs';
import { parseDecimal, type ValidationErrors, validate, validateAmount } from '../../../core/forms/validators';
import { hsCode } from '../../shipping/shippingValidation';
import { buildRowKey, filterServicedParts, toUnitForm, type UnitForm } from './unitRows';

/** Form row of a unit: package number, customs data and courier details. */
export interface PackingRow {
  package: string;
  customsValue: string;
  hsCode: string;
  origin: string;
  battery: string;
  checkSource: string;
}

export const FIELDS = ['package', 'customsValue', 'hsCode', 'origin', 'battery', 'checkSource'] as const;
/** Part of the shipping form that the packing dialog edits. */
export type PackingForm = UnitForm<PackingRow> & { packages: readonly unknown[] };

const validators = { customsValue: validateAmount, hsCode };

/** Convert the saved packing data to the form. */
export function toPackingForm({ repairParts, pickUpShippingDetails: { packages } }: Repair): UnitForm<PackingRow> {
  return toUnitForm(filterServicedParts(repairParts), ({ packing }) => {
    const index = packages.findIndex(({ id }) => id === packing.packageId);
    return {
      package: index < 0 ? '' : String(index + 1),
      customsValue: packing.customsValue === null ? '' : String(packing.customsValue),
      hsCode: packing.hsCode,
      origin: packing.origin,
      battery: packing.battery,
      checkSource: packing.checkSource,
    };
  });
}

/** Validate the rows; returns errors by form path. */
export const validatePacking = ({ rows }: UnitForm<PackingRow>): ValidationErrors =>
  Object.assign({}, ...Object.entries(rows).map(([key, row]) => validate({ ...row }, validators, `rows.${key}.`)));

/** Return whether a unit has no packing data of its own. */
export const isBlank = (row: PackingRow | undefined) => FIELDS.every((field) => !row?.[field]);

/** Return the units with new or saved packing data, in the order they are sent. */
export function getPackedParts(repair: Repair, { rows }: UnitForm<PackingRow>): RepairPart[] {
  const saved = toPackingForm(repair).rows;
  return filterServicedParts(repair.repairParts).filter(
    ({ id }) => !(isBlank(rows[buildRowKey(id)]) && isBlank(saved[buildRowKey(id)])),
  );
}

/** Convert the rows to the request body. A unit of a package that no longer exists has none. */
export const toPackingBody = (repair: Repair, form: PackingForm) =>
  getPackedParts(repair, form).map(({ id }) => {
    const { package: number, customsValue, ...fields } = form.rows[buildRowKey(id)] as PackingRow;
    return {
      id,
      package: number === '' || Number(number) > form.packages.length ? null : Number(number),
      customsValue: parseDecimal(customsValue),
      ...fields,
      hsCode: fields.hsCode.trim(),
    };
  });
