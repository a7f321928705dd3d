import { useTranslate } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import type { RepairPart } from '../../../api/repairs';
import type { ActionResult } from './ResultLine';
import { FIELDS, type PackingForm, type PackingRow, validatePacking } from './repairPacking';
import { buildRowKey } from './unitRows';

type Changes = Record<string, Partial<PackingRow>>;

/** Fields of a unit that are usually the same for all units of its model. */
const MODEL_FIELDS = FIELDS.filter((field) => field !== 'package');

/** Return the units of the same model. */
export const filterSameModel = (parts: readonly RepairPart[], { id, partId }: RepairPart): RepairPart[] =>
  parts.filter((other) => other.id !== id && other.partId === partId);

/** Return functions to change several rows of the form at once. */
export function usePackingChanges() {
  const { getFieldState, getValues, setValue, trigger } = useFormContext<PackingForm>();
  const translate = useTranslate();
  const write = (changes: Changes) => {
    for (const [key, change] of Object.entries(changes)) {
      // One value of a row is enough to mark the form as dirty; the option would compare all values for each.
      setValue(`rows.${key}`, { ...(getValues(`rows.${key}`) as PackingRow), ...change });
      const [[field, value] = []] = Object.entries(change) as [keyof PackingRow, string][];
      if (field && value !== undefined) setValue(`rows.${key}.${field}`, value, { shouldDirty: true });
    }
    // Renders all rows.
    if (getFieldState('rows').invalid) void trigger('rows');
  };

  /** Apply changes; undo restores the values that have not been changed again since. */
  const change = (changes: Changes) => {
    // The form changes its values in place.
    const before = structuredClone(getValues('rows'));
    write(changes);
    return () => {
      const rows = getValues('rows');
      const reversal = Object.entries(changes).map(([key, values]) => [
        key,
        Object.fromEntries(
          (Object.keys(values) as (keyof PackingRow)[])
            .filter((field) => rows[key]?.[field] === values[field])
            .map((field) => [field, before[key]?.[field]]),
        ),
      ]);
      write(Object.fromEntries(reversal));
    };
  };

  return {
    /** Put units in a package. */
    pack: (parts: readonly RepairPart[], number: string): ActionResult => {
      const [first] = parts;
      const from = first && getValues(`rows.${buildRowKey(first.id)}.package`);
      const undo = change(Object.fromEntries(parts.map(({ id }) => [buildRowKey(id), { package: number }])));
      const args = { code: first?.serialNumber, from, number, smart_count: parts.length };
      const message = parts.length > 1 ? 'packedAll' : from && from !== number ? 'moved' : 'packed';
      return { tone: 'done', text: translate(`repair.packing.${message}`, args), undo };
    },
    /** Copy the details of a unit to other units, except blank and invalid ones. */
    copy: (part: RepairPart, others: readonly RepairPart[]): ActionResult => {
      const key = buildRowKey(part.id);
      const row = getValues(`rows.${key}`);
      const errors = validatePacking({ rows: { [key]: row } });
      const copied = Object.fromEntries(
        MODEL_FIELDS.filter((field) => row[field] && !errors[`rows.${key}.${field}`]).map((field) => [
          field,
          row[field],
        ]),
      );
      const undo = change(Object.fromEntries(others.map(({ id }) => [buildRowKey(id), copied])));
      return { tone: 'done', text: translate('repair.packing.copied', { smart_count: others.length }), undo };
    },
  };
}
