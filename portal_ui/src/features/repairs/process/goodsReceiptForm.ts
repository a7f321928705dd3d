import { newIdempotencyKey } from '../../../api/idempotencyKey';
import { normalizeKey } from '../../../api/normalization';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { components } from '../../../api/schema';
import type { UploadedFile } from '../../../api/types';
import type { ToFormPath } from '../../../core/forms/serverErrors';
import { buildRowKey, filterServicedParts } from './unitRows';

type State = components['schemas']['UnitReceiptIn']['found'];

export interface ReceiptRow {
  found: State | '';
  note: string;
  photos: UploadedFile[];
}

export interface ExtraRow {
  /** Stable key of the row, also before the server has assigned an id. */
  key: string;
  id?: number;
  serialNumber: string;
  parcel: string;
  note: string;
  photos: UploadedFile[];
}

/** Values of the goods receipt: units by row key, and unexpected items. */
export interface GoodsReceiptForm {
  rows: Record<string, ReceiptRow>;
  extras: ExtraRow[];
  /** Removed unexpected items that the server still lists. */
  removed: ExtraRow[];
}

export const EMPTY_ROW: ReceiptRow = { found: '', note: '', photos: [] };

/** Create the row of an unexpected item; `parcel` is a package number or "". */
export const createExtra = (serialNumber: string, parcel: string): ExtraRow => ({
  key: newIdempotencyKey(),
  serialNumber,
  parcel,
  note: '',
  photos: [],
});

/** Convert the saved goods receipt to the form. */
export function toGoodsReceiptForm({ arrivals, repairParts }: Repair): GoodsReceiptForm {
  const found = new Map(arrivals?.units.map((each) => [each.id, each]));
  return {
    rows: Object.fromEntries(
      filterServicedParts(repairParts).map(({ id }) => {
        const { found: state, note, photos } = found.get(id) ?? EMPTY_ROW;
        return [buildRowKey(id), { found: state as ReceiptRow['found'], note, photos }];
      }),
    ),
    extras: (arrivals?.unannounced ?? []).map(({ id, serialNumber, parcel, note, photos }) => ({
      key: `saved${id}`,
      id,
      serialNumber,
      parcel: parcel === null ? '' : String(parcel),
      note,
      photos,
    })),
    removed: [],
  };
}

/** Count the rows by outcome; unchecked rows are under "". */
export function countOutcomes(rows: GoodsReceiptForm['rows']): Record<ReceiptRow['found'], number> {
  const counts = { '': 0, THERE: 0, DAMAGED: 0, MISSING: 0 };
  for (const { found } of Object.values(rows)) counts[found] += 1;
  return counts;
}

const toFileIds = (files: readonly UploadedFile[]) => files.map(({ id }) => ({ id }));

/** Return the checked units, in the order in which they are sent. */
export const getReceivedParts = (parts: readonly RepairPart[], { rows }: GoodsReceiptForm): RepairPart[] =>
  parts.filter(({ id }) => rows[buildRowKey(id)]?.found);

/**
 * Convert the form to the request body.
 * Only missing and damaged units have a note, and only damaged units have photos.
 */
export const toGoodsReceiptBody = (
  parts: readonly RepairPart[],
  { rows, extras }: Omit<GoodsReceiptForm, 'removed'>,
) => ({
  units: parts.flatMap(({ id }) => {
    const { found, note, photos } = rows[buildRowKey(id)] ?? EMPTY_ROW;
    if (!found) return [];
    const isDamaged = found === 'DAMAGED';
    return [{ id, found, note: found === 'THERE' ? '' : note.trim(), photos: isDamaged ? toFileIds(photos) : [] }];
  }),
  unannounced: extras.map(({ id, serialNumber, parcel, note, photos }) => ({
    ...(id === undefined ? {} : { id }),
    serialNumber: serialNumber.trim(),
    parcel: parcel === '' ? null : Number(parcel),
    note: note.trim(),
    photos: toFileIds(photos),
  })),
});

/** Map a server path to a field key; its index counts the submitted rows. */
export const toFieldKey =
  (units: readonly RepairPart[], extras: readonly ExtraRow[]): ToFormPath =>
  (path) => {
    const [list, index, field = ''] = path.split('.');
    const extra = list === 'unannounced' ? extras[Number(index)] : undefined;
    if (extra && field !== '') return `extras.${extra.key}.${field}`;
    const unit = list === 'units' ? units[Number(index)] : undefined;
    return unit ? `rows.${buildRowKey(unit.id)}.${field === 'id' ? 'found' : field}` : null;
  };

/** Return the current form path of a field key; null if its row was removed. */
export function findFormPath(fieldKey: string, { rows, extras }: GoodsReceiptForm): string | null {
  const [list, key = '', field] = fieldKey.split('.');
  if (list === 'rows') return key in rows ? fieldKey : null;
  const index = extras.findIndex((extra) => extra.key === key);
  return index < 0 ? null : `extras.${index}.${field}`;
}

type ResolvedScan = { package: number } | { unit: RepairPart } | { unknown: string } | null;

/** Resolve a scanned code: package label, serial number of a unit, or unknown. */
export function resolveScan(
  code: string,
  parts: readonly RepairPart[],
  isOpen: (part: RepairPart) => boolean,
): ResolvedScan {
  const text = code.trim();
  if (text === '') return null;
  const label = /[?&]package=(\d+)/.exec(text);
  if (label) return { package: Number(label[1]) };
  const key = normalizeKey(text);
  const same = parts.filter(({ serialNumber }) => normalizeKey(serialNumber) === key);
  const unit = same.find(isOpen) ?? same[0];
  return unit ? { unit } : { unknown: text };
}
