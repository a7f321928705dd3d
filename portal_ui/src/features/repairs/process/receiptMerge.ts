import { set } from 'react-hook-form';
import type { DirtyValues } from '../../../core/forms/dirtyValues';
import type { ValidationErrors } from '../../../core/forms/validators';
import { maxLength, required, text, validate } from '../../../core/forms/validators';
import { EMPTY_ROW, type ExtraRow, type GoodsReceiptForm, type ReceiptRow } from './goodsReceiptForm';

const UNIT_FIELDS = ['found', 'note', 'photos'] as const;
const EXTRA_FIELDS = ['serialNumber', 'parcel', 'note', 'photos'] as const;

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

const findSame = (extras: readonly ExtraRow[], { id, key }: ExtraRow) =>
  (id === undefined ? undefined : extras.find((each) => each.id === id)) ?? extras.find((each) => each.key === key);

/** Those of the removed items that the server still lists. */
export const filterListed = (removed: readonly ExtraRow[], saved: readonly ExtraRow[]): ExtraRow[] =>
  removed.filter((row) => findSame(saved, row));

const hasSameFields = (left: ExtraRow, right: ExtraRow) =>
  EXTRA_FIELDS.every((field) => isSame(left[field], right[field]));

/** A copy with its fields in one order, as lists are compared as JSON. */
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
 * Merges newer items of the server into what is typed. An item without an id is the one that the server lists under
 * the serial number that was sent; what is new there is added, unless it was removed here.
 */
export function mergeExtras(
  before: readonly ExtraRow[],
  typed: Pick<GoodsReceiptForm, 'extras' | 'removed'>,
  fresh: readonly ExtraRow[],
): Pick<GoodsReceiptForm, 'extras' | 'removed'> & { saved: ExtraRow[] } {
  const known = new Set([...before, ...typed.extras, ...typed.removed].map(({ id }) => id));
  const open = [...fresh];
  const saved: ExtraRow[] = [];
  const claim = (row: ExtraRow) => {
    const base = findSame(before, row);
    const id = row.id ?? base?.id;
    const serialNumber = (base ?? row).serialNumber.trim();
    const place = open.findIndex((each) =>
      id === undefined ? !known.has(each.id) && each.serialNumber === serialNumber : each.id === id,
    );
    const [found] = place < 0 ? [] : open.splice(place, 1);
    if (found) saved.push(copyExtra(found, row.key, found.id));
    return { base, found };
  };
  const extras = typed.extras.flatMap((row) => {
    const { base, found } = claim(row);
    if (found) {
      const isTyped = (field: (typeof EXTRA_FIELDS)[number]) => !base || !isSame(row[field], base[field]);
      const own = Object.fromEntries(EXTRA_FIELDS.filter(isTyped).map((field) => [field, row[field]]));
      return [copyExtra({ ...found, ...own }, row.key, found.id)];
    }
    const isRemovedThere = base?.id !== undefined && hasSameFields(row, base);
    return isRemovedThere ? [] : [copyExtra(row, row.key, undefined)];
  });
  const removed = typed.removed.flatMap((row) => {
    const { found } = claim(row);
    return found ? [copyExtra(row, row.key, found.id)] : [];
  });
  return { saved: [...saved, ...open], extras: [...extras, ...open], removed };
}

/** What is wrong with the form; `nameExtra` says where an unexpected item is. */
export const validateGoodsReceipt = (
  { rows, extras }: GoodsReceiptForm,
  nameExtra: (extra: ExtraRow, place: number) => string | number = (_, place) => place,
): ValidationErrors =>
  Object.assign(
    {},
    // The note on a unit that is there is neither shown nor sent.
    ...Object.entries(rows).map(([key, { found, note }]) =>
      found === 'MISSING' || found === 'DAMAGED' ? validate({ note }, { note: maxLength(1024) }, `rows.${key}.`) : {},
    ),
    ...extras.map((extra, place) =>
      validate(extra, { serialNumber: [required, text], note: maxLength(1024) }, `extras.${nameExtra(extra, place)}.`),
    ),
  );

/** Whether an item still waits to be named, and is unknown to the server. */
export const isUnnamed = (extra: ExtraRow): boolean => extra.id === undefined && !isNamed(extra);

/** The form with invalid fields as they are saved, without new items that have such fields. */
export function getValidValues(
  { rows, extras, removed }: GoodsReceiptForm,
  saved: GoodsReceiptForm,
  isInvalid: (fieldKey: string) => boolean,
): GoodsReceiptForm {
  const validRow = ([key, row]: [string, ReceiptRow]) => {
    const base = saved.rows[key] ?? EMPTY_ROW;
    const bad = UNIT_FIELDS.filter((field) => isInvalid(`rows.${key}.${field}`));
    return [key, { ...row, ...Object.fromEntries(bad.map((field) => [field, base[field]])) }];
  };
  const valid = extras.flatMap((row) => {
    const base = findSame(saved.extras, row);
    const bad = EXTRA_FIELDS.filter((field) => isInvalid(`extras.${row.key}.${field}`));
    if (bad.length > 0 && base?.id === undefined) return [];
    const kept = Object.fromEntries(bad.map((field) => [field, base?.[field]]));
    return [copyExtra({ ...row, ...kept }, row.key, base?.id)];
  });
  // A draft from before another user's item lists it neither here nor there.
  const unlisted = saved.extras.filter((row) => !findSame(extras, row) && !findSame(removed, row));
  return { rows: Object.fromEntries(Object.entries(rows).map(validRow)), extras: [...valid, ...unlisted], removed: [] };
}

/** The keys of rows whose changes are not saved. */
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

/** How many rows of a draft are not saved. */
export function countUnsavedRows(leaves: DirtyValues, saved: GoodsReceiptForm): number {
  const typed = structuredClone(saved);
  for (const [path, value] of Object.entries(leaves)) set(typed, path, value);
  return findUnsavedKeys(typed, saved).size;
}
