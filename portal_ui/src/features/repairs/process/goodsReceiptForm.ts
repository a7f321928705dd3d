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
  /** Names the row on the screen, also before the server has given it an id. */
  key: string;
  id?: number;
  serialNumber: string;
  parcel: string;
  note: string;
  photos: UploadedFile[];
}

/** What the bench ticks off: units by their rows, and what nobody announced. */
export interface GoodsReceiptForm {
  rows: Record<string, ReceiptRow>;
  extras: ExtraRow[];
  /** Unexpected items that were removed here and that the server still lists. */
  removed: ExtraRow[];
}

export const EMPTY_ROW: ReceiptRow = { found: '', note: '', photos: [] };

/** A row for something unexpected, in the package of this number. */
export const createExtra = (serialNumber: string, parcel: string): ExtraRow => ({
  key: newIdempotencyKey(),
  serialNumber,
  parcel,
  note: '',
  photos: [],
});

/** What the server has checked in so far. */
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

/** How many of the rows have each outcome; those that nobody looked for are under "". */
export function countOutcomes(rows: GoodsReceiptForm['rows']): Record<ReceiptRow['found'], number> {
  const counts = { '': 0, THERE: 0, DAMAGED: 0, MISSING: 0 };
  for (const { found } of Object.values(rows)) counts[found] += 1;
  return counts;
}

const toFileIds = (files: readonly UploadedFile[]) => files.map(({ id }) => ({ id }));

/** The units that somebody looked for: in this order they are sent. */
export const getReceivedParts = (parts: readonly RepairPart[], { rows }: GoodsReceiptForm): RepairPart[] =>
  parts.filter(({ id }) => rows[buildRowKey(id)]?.found);

/** The form as the server takes it: a note is on what differs, photos are of damage. */
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

/** The field that the server names, who counts units and unexpected items as they were sent: by the row's key. */
export const toFieldKey =
  (units: readonly RepairPart[], extras: readonly ExtraRow[]): ToFormPath =>
  (path) => {
    const [list, place, field = ''] = path.split('.');
    const extra = list === 'unannounced' ? extras[Number(place)] : undefined;
    if (extra && field !== '') return `extras.${extra.key}.${field}`;
    const unit = list === 'units' ? units[Number(place)] : undefined;
    return unit ? `rows.${buildRowKey(unit.id)}.${field === 'id' ? 'found' : field}` : null;
  };

/** Where the form has a field now; null where its row is gone. */
export function findFormPath(fieldKey: string, { rows, extras }: GoodsReceiptForm): string | null {
  const [list, key = '', field] = fieldKey.split('.');
  if (list === 'rows') return key in rows ? fieldKey : null;
  const place = extras.findIndex((extra) => extra.key === key);
  return place < 0 ? null : `extras.${place}.${field}`;
}

export type ScanResult = { package: number } | { unit: RepairPart } | { unknown: string } | null;

/** What a scanned code means: the label of a package, a unit by its serial number, or something not announced. */
export function resolveScan(
  code: string,
  parts: readonly RepairPart[],
  isOpen: (part: RepairPart) => boolean,
): ScanResult {
  const text = code.trim();
  if (text === '') return null;
  const label = /[?&]package=(\d+)/.exec(text);
  if (label) return { package: Number(label[1]) };
  const key = normalizeKey(text);
  const same = parts.filter(({ serialNumber }) => normalizeKey(serialNumber) === key);
  const unit = same.find(isOpen) ?? same[0];
  return unit ? { unit } : { unknown: text };
}
