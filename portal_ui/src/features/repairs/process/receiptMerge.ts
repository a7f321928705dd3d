import { set } from 'react-hook-form';
import type { DirtyValues } from '../../../core/forms/dirtyValues';
import type { ValidationErrors } from '../../../core/forms/validators';
import { maxLength, required, validate, validateText } from '../../../core/forms/validators';
import { EMPTY_ROW, type ExtraRow, type GoodsReceiptForm, type ReceiptRow } from './goodsReceiptForm';

const UNIT_FIELDS = ['found', 'note', 'photos'] as const;
const EXTRA_FIELDS = ['serialNumber', 'parcel', 'note', 'photos'] as const;

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

const findSame = (extras: readonly ExtraRow[], { id, key }: ExtraRow) =>
  (id === undefined ? undefined : extras.find((each) => each.id === id)) ?? extras.find((each) => each.key === key);

/** Return the removed items that the server still lists. */
export const filterListed = (removed: readonly ExtraRow[], saved: readonly ExtraRow[]): ExtraRow[] =>
  removed.filter((row) => findSame(saved, row));

const hasSameFields = (left: ExtraRow, right: ExtraRow) =>
  EXTRA_FIELDS.every((field) => isSame(left[field], right[field]));

/** Copy an item with a fixed order of fields, because lists are compared as JSON. */
const copyExtra = (
  { serialNumber, parcel, note, photos }: ExtraRow,
  key: string,
  id: number | undefined,
): ExtraRow => ({
  key,
  ...(id === undefined ? {} : { id }),
  serialNumber,
  parcel,
  note,
  photos,
});

const isNamed = ({ serialNumber }: ExtraRow) => serialNumber.trim() !== '';

/**
 * Merge newer items of the server into the form.
 * An item without an id matches the new server item with the serial number that was sent. Other new items are added,
 * unless they were removed in the form.
 */
export function mergeExtras(
  before: readonly ExtraRow[],
  typed: Pick<GoodsReceiptForm, 'extras' | 'removed'>,
  newest: readonly ExtraRow[],
): Pick<GoodsReceiptForm, 'extras' | 'removed'> & { saved: ExtraRow[] } {
  const known = new Set([...before, ...typed.extras, ...typed.removed].map(({ id }) => id));
  const open = [...newest];
  const saved: ExtraRow[] = [];
  const claim = (row: ExtraRow) => {
    const base = findSame(before, row);
    const id = row.id ?? base?.id;
    const serialNumber = (base ?? row).serialNumber.trim();
    const index = open.findIndex((each) =>
      id === undefined ? !known.has(each.id) && each.serialNumber === serialNumber : each.id === id,
    );
    const [found] = index < 0 ? [] : open.splice(index, 1);
    if (found) saved.push(copyExtra(found, row.key, found.id));
    return { base, found };
  };
  const extras = typed.extras.flatMap((row) => {
    const { base, found } = claim(row);
    if (found) {
      const isTyped = (field: (typeof EXTRA_FIELDS)[number]) => !base || !isSame(row[field], base[field]);
      const typedFields = Object.fromEntries(EXTRA_FIELDS.filter(isTyped).map((field) => [field, row[field]]));
      return [copyExtra({ ...found, ...typedFields }, row.key, found.id)];
    }
    const isRemovedOnServer = base?.id !== undefined && hasSameFields(row, base);
    return isRemovedOnServer ? [] : [copyExtra(row, row.key, undefined)];
  });
  const removed = typed.removed.flatMap((row) => {
    const { found } = claim(row);
    return found ? [copyExtra(row, row.key, found.id)] : [];
  });
  return { saved: [...saved, ...open], extras: [...extras, ...open], removed };
}

/** Validate the form; `nameExtra` returns the path segment of an unexpected item. */
export const validateGoodsReceipt = (
  { rows, extras }: GoodsReceiptForm,
  nameExtra: (extra: ExtraRow, index: number) => string | number = (_, index) => index,
): ValidationErrors =>
  Object.assign(
    {},
    // The note of a received or unchecked unit is neither shown nor sent.
    ...Object.entries(rows).map(([key, { found, note }]) =>
      found === 'MISSING' || found === 'DAMAGED' ? validate({ note }, { note: maxLength(1024) }, `rows.${key}.`) : {},
    ),
    ...extras.map((extra, index) =>
      validate(
        extra,
        { serialNumber: [required, validateText], note: maxLength(1024) },
        `extras.${nameExtra(extra, index)}.`,
      ),
    ),
  );

/** Return whether an item is new and has no serial number yet. */
export const isUnnamed = (extra: ExtraRow): boolean => extra.id === undefined && !isNamed(extra);

/** Replace invalid fields by their saved values; new items with any are omitted. */
export function getValidValues(
  { rows, extras, removed }: GoodsReceiptForm,
  saved: GoodsReceiptForm,
  isInvalid: (fieldKey: string) => boolean,
): GoodsReceiptForm {
  const getValidRow = ([key, row]: [string, ReceiptRow]) => {
    const base = saved.rows[key] ?? EMPTY_ROW;
    const invalidFields = UNIT_FIELDS.filter((field) => isInvalid(`rows.${key}.${field}`));
    return [key, { ...row, ...Object.fromEntries(invalidFields.map((field) => [field, base[field]])) }];
  };
  const valid = extras.flatMap((row) => {
    const base = findSame(saved.extras, row);
    const invalidFields = EXTRA_FIELDS.filter((field) => isInvalid(`extras.${row.key}.${field}`));
    if (invalidFields.length > 0 && base?.id === undefined) return [];
    const savedFields = Object.fromEntries(invalidFields.map((field) => [field, base?.[field]]));
    return [copyExtra({ ...row, ...savedFields }, row.key, base?.id)];
  });
  // A draft that is older than another user's item lacks it: the save must not remove it.
  const unlisted = saved.extras.filter((row) => !findSame(extras, row) && !findSame(removed, row));
  return {
    rows: Object.fromEntries(Object.entries(rows).map(getValidRow)),
    extras: [...valid, ...unlisted],
    removed: [],
  };
}

/** Return the keys of rows with unsaved changes. */
export function findUnsavedKeys(typed: GoodsReceiptForm, saved: GoodsReceiptForm): Set<string> {
  const isRowChanged = ([key, row]: [string, ReceiptRow]) =>
    UNIT_FIELDS.some((field) => !isSame(row[field], (saved.rows[key] ?? EMPTY_ROW)[field]));
  const isExtraChanged = (row: ExtraRow) => {
    const base = findSame(saved.extras, row);
    return base ? !hasSameFields(row, base) : isNamed(row);
  };
  return new Set([
    ...Object.entries(typed.rows).flatMap((entry) => (isRowChanged(entry) ? [entry[0]] : [])),
    ...typed.extras.filter(isExtraChanged).map(({ key }) => key),
    ...filterListed(typed.removed, saved.extras).map(({ key }) => key),
  ]);
}

/** Count the unsaved rows of a draft. */
export function countUnsavedRows(values: DirtyValues, saved: GoodsReceiptForm): number {
  const typed = structuredClone(saved);
  for (const [path, value] of Object.entries(values)) set(typed, path, value);
  return findUnsavedKeys(typed, saved).size;
}
