import { useTranslate } from 'ra-core';
import { useFormContext, useWatch } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { RepairPart } from '../../../api/repairs';
import { parseDecimal } from '../../../core/forms/validators';
import { useFormat } from '../../../core/i18n/format';
import type { PackingForm, PackingRow } from './repairPacking';
import { buildRowKey } from './unitRows';

/**
 * Return the row of a unit and its details as text.
 * Only the caller renders on changes. Packages are part of the text if there are several.
 */
export function usePackingDetails(part: RepairPart, packageCount: number) {
  const { control } = useFormContext<PackingForm>();
  const row = useWatch({ control, name: `rows.${buildRowKey(part.id)}` });
  return { row, details: useDescribePacking(packageCount)(part, row) };
}

/** Return a function that lists details of a unit, with defaults of the catalog. */
export function useDescribePacking(packageCount: number) {
  const translate = useTranslate();
  const { money } = useFormat();
  const { choices } = useMeta();
  return ({ packing }: RepairPart, row: PackingRow | undefined): string[] => {
    if (!row) return [];
    const value = parseDecimal(row.customsValue);
    const hsCode = row.hsCode || packing.catalogueHsCode;
    return [
      packageCount > 1 && row.package && translate('shipping.package', { number: row.package }),
      value === null ? row.customsValue : money(value),
      hsCode && translate('repair.packing.hsCode', { code: hsCode }),
      getChoiceName(choices.countries, row.origin || packing.catalogueOrigin),
      getChoiceName(choices.battery, row.battery),
      getChoiceName(choices.checkSource, row.checkSource),
    ].filter((text): text is string => Boolean(text));
  };
}
