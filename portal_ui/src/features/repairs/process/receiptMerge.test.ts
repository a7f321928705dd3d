import { describe, expect, it } from 'vitest';
import type { Repair } from '../../../api/repairs';
import {
  countOutcomes,
  createExtra,
  type ExtraRow,
  findFormPath,
  type GoodsReceiptForm,
  getReceivedParts,
  type ReceiptRow,
  resolveScan,
  toFieldKey,
  toGoodsReceiptBody,
  toGoodsReceiptForm,
} from './goodsReceiptForm';
import {
  countUnsavedRows,
  filterListed,
  findUnsavedKeys,
  getValidValues,
  isUnnamed,
  mergeExtras,
  validateGoodsReceipt,
} from './receiptMerge';
import { buildPart } from './testing';

const photo = { id: 'f1', name: 'a.png', type: 'image/png', size: 1 };
const row = (found: ReceiptRow['found'], more: Partial<ReceiptRow> = {}): ReceiptRow => ({
  found,
  note: '',
  photos: [],
  ...more,
});
const extra = (key: string, more: Partial<ExtraRow> = {}): ExtraRow => ({
  key,
  serialNumber: key.toUpperCase(),
  parcel: '',
  note: '',
  photos: [],
  ...more,
});
const form = (more: Partial<GoodsReceiptForm> = {}): GoodsReceiptForm => ({
  rows: {},
  extras: [],
  removed: [],
  ...more,
});
const parts = [buildPart(1), buildPart(2), buildPart(3)];

describe('form of the goods receipt', () => {
  it('has a row for each unit that was sent, and the items with their package as text', () => {
    const found = { id: 9, found: 'UNANNOUNCED', serialNumber: 'X', note: 'Odd', photos: [photo] };
    const repair = {
      repairParts: [parts[0], parts[1], buildPart(3, { initialApproval: 'REJECTED' })],
      arrivals: {
        at: '',
        units: [{ id: 2, found: 'DAMAGED', note: 'Cracked', photos: [photo] }],
        unannounced: [
          { ...found, parcel: 2 },
          { ...found, id: 10, parcel: null },
        ],
      },
    } as unknown as Repair;
    expect(toGoodsReceiptForm(repair)).toEqual({
      rows: { u1: row(''), u2: row('DAMAGED', { note: 'Cracked', photos: [photo] }) },
      extras: [
        extra('saved9', { id: 9, serialNumber: 'X', parcel: '2', note: 'Odd', photos: [photo] }),
        extra('saved10', { id: 10, serialNumber: 'X', parcel: '', note: 'Odd', photos: [photo] }),
      ],
      removed: [],
    });
    expect(toGoodsReceiptForm({ ...repair, arrivals: null }).extras).toEqual([]);
  });

  it('counts the units by outcome', () => {
    const rows = { u1: row('THERE'), u2: row(''), u3: row('THERE'), u4: row('MISSING') };
    expect(countOutcomes(rows)).toEqual({ '': 1, THERE: 2, DAMAGED: 0, MISSING: 1 });
  });

  it('sends items with their id once they have one, with trimmed texts and the package as a number', () => {
    const extras = [
      extra('a', { serialNumber: ' X ', parcel: '2', note: ' Odd ', photos: [photo] }),
      extra('b', { id: 4 }),
    ];
    expect(toGoodsReceiptBody(parts, { rows: {}, extras }).unannounced).toEqual([
      { serialNumber: 'X', parcel: 2, note: 'Odd', photos: [{ id: 'f1' }] },
      { id: 4, serialNumber: 'B', parcel: null, note: '', photos: [] },
    ]);
  });

  it('adds a scanned item with the package that was scanned before', () => {
    const [first, second] = [createExtra('X-1', '2'), createExtra('X-1', '')];
    expect(first).toMatchObject({ serialNumber: 'X-1', parcel: '2', note: '', photos: [] });
    expect(first.key).not.toBe(second.key);
  });
});

describe('errors of the server', () => {
  const typed = form({ rows: { u1: row(''), u2: row('THERE'), u3: row('MISSING') }, extras: [extra('a'), extra('b')] });

  it('count the checked units only', () => {
    const sent = getReceivedParts(parts, typed);
    expect(sent.map(({ id }) => id)).toEqual([2, 3]);
    const getKey = toFieldKey(sent, typed.extras);
    expect(getKey('units.1.note')).toBe('rows.u3.note');
    expect(getKey('units.0.id')).toBe('rows.u2.found');
    expect(getKey('unannounced.1.parcel')).toBe('extras.b.parcel');
    expect(getKey('units.2.note')).toBeNull();
    expect(getKey('unannounced.1')).toBeNull();
    expect(getKey('detail')).toBeNull();
  });

  it('follow an item that has moved, and end with a row that was removed', () => {
    expect(findFormPath('extras.b.note', typed)).toBe('extras.1.note');
    expect(findFormPath('extras.b.note', form({ extras: [extra('b')] }))).toBe('extras.0.note');
    expect(findFormPath('extras.gone.note', typed)).toBeNull();
    expect(findFormPath('rows.u2.found', typed)).toBe('rows.u2.found');
    expect(findFormPath('rows.u9.found', typed)).toBeNull();
  });
});

describe('scanned code', () => {
  const scan = (code: string) => resolveScan(code, parts, () => true);

  it('is the label of a package, a unit or unknown', () => {
    expect(scan('https://portal.example.org/#/en/process-repair/1?a=2&package=12')).toEqual({ package: 12 });
    expect(scan(' sn-2 ')).toEqual({ unit: parts[1] });
    expect(scan(' X 9 ')).toEqual({ unknown: 'X 9' });
    expect(scan('  ')).toBeNull();
  });

  it('is the first of several units with the serial number if all are checked', () => {
    const same = [buildPart(1), buildPart(2, { serialNumber: 'SN 1' })];
    expect(resolveScan('SN 1', same, () => false)).toEqual({ unit: same[0] });
  });
});

describe('validation of the goods receipt', () => {
  const long = 'x'.repeat(1025);

  it('limits the note of a missing or damaged unit, but not one that is not sent', () => {
    const rows = {
      u1: row('THERE', { note: long }),
      u2: row('MISSING', { note: long }),
      u3: row('DAMAGED', { note: long }),
      u4: row('', { note: long }),
    };
    expect(Object.keys(validateGoodsReceipt(form({ rows })))).toEqual(['rows.u2.note', 'rows.u3.note']);
  });

  it('requires the serial number of an item, with limits on both texts', () => {
    const extras = [extra('a', { serialNumber: ' ' }), extra('b', { serialNumber: 'x'.repeat(256), note: long })];
    const errors = validateGoodsReceipt(form({ extras }));
    expect(Object.keys(errors)).toEqual(['extras.0.serialNumber', 'extras.1.serialNumber', 'extras.1.note']);
    expect(errors['extras.0.serialNumber']).toBe('saving.rule.required');
    expect(Object.keys(validateGoodsReceipt(form({ extras }), ({ key }) => key))[0]).toBe('extras.a.serialNumber');
  });

  it('does not count a new item as wrong before it is named', () => {
    const blank = { serialNumber: ' ' };
    expect([isUnnamed(extra('a', blank)), isUnnamed(extra('a', { ...blank, id: 4 })), isUnnamed(extra('a'))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('values that can be saved', () => {
  const saved = form({
    rows: { u1: row('MISSING', { note: 'old' }) },
    extras: [extra('a', { id: 4, note: 'old' })],
  });

  it('have the saved value of an invalid field, and the typed values of the others', () => {
    const typed = form({
      rows: { u1: row('DAMAGED', { note: 'bad', photos: [photo] }), u2: row('THERE', { note: 'bad' }) },
      extras: [extra('a', { note: 'bad', parcel: '2' })],
    });
    const invalid = new Set(['rows.u1.note', 'rows.u2.note', 'extras.a.note']);
    expect(getValidValues(typed, saved, (key) => invalid.has(key))).toEqual({
      rows: { u1: row('DAMAGED', { note: 'old', photos: [photo] }), u2: row('THERE') },
      extras: [extra('a', { id: 4, note: 'old', parcel: '2' })],
      removed: [],
    });
  });

  it('omit a new item with an invalid field', () => {
    const typed = form({ extras: [extra('a', { id: 4, note: 'old' }), extra('new')] });
    const values = getValidValues(typed, saved, (key) => key === 'extras.new.note');
    expect(values.extras.map(({ key }) => key)).toEqual(['a']);
  });

  it('keep an item that only the server has, unless it was removed here', () => {
    const isValid = () => false;
    expect(getValidValues(form(), saved, isValid).extras).toEqual(saved.extras);
    expect(getValidValues(form({ removed: [extra('a', { id: 4 })] }), saved, isValid).extras).toEqual([]);
  });
});

describe('unsaved changes of the goods receipt', () => {
  const saved = form({
    rows: { u1: row('MISSING', { note: 'old' }), u2: row('THERE') },
    extras: [extra('a', { id: 4 }), extra('b', { id: 5 })],
  });

  it('are changed units and items, new named items, and removed ones', () => {
    const typed = form({
      rows: { u1: row('MISSING', { note: 'new' }), u2: row('THERE'), u3: row(''), u4: row('THERE') },
      extras: [extra('a', { id: 4, parcel: '1' }), extra('named'), extra('blank', { serialNumber: ' ' })],
      removed: [extra('b', { id: 5 }), extra('unknown')],
    });
    expect([...findUnsavedKeys(typed, saved)]).toEqual(['u1', 'u4', 'a', 'named', 'b']);
    expect(findUnsavedKeys(saved, saved).size).toBe(0);
  });

  it('include the photos of a unit', () => {
    const typed = { ...saved, rows: { ...saved.rows, u1: row('MISSING', { note: 'old', photos: [photo] }) } };
    expect([...findUnsavedKeys(typed, saved)]).toEqual(['u1']);
  });

  it('are counted in a draft, too', () => {
    expect(countUnsavedRows({ 'rows.u1.found': 'DAMAGED', 'rows.u1.note': 'new' }, saved)).toBe(1);
    expect(countUnsavedRows({ 'rows.u1.found': 'MISSING' }, saved)).toBe(0);
    expect(countUnsavedRows({ extras: [], removed: saved.extras, 'rows.u2.found': '' }, saved)).toBe(3);
    expect(saved.rows.u1?.note).toBe('old');
  });

  it('end with a removed item that the server no longer lists', () => {
    const removed = [extra('a', { id: 4 }), extra('b'), extra('c', { id: 6 })];
    expect(filterListed(removed, saved.extras).map(({ key }) => key)).toEqual(['a', 'b']);
  });
});

describe('newer items of the server', () => {
  it('are added unless they were removed here', () => {
    const newest = [extra('saved4', { id: 4 }), extra('saved5', { id: 5 })];
    const merged = mergeExtras([], { extras: [], removed: [extra('saved4', { id: 4 })] }, newest);
    expect(merged.extras.map(({ id }) => id)).toEqual([5]);
    expect(merged.removed.map(({ id }) => id)).toEqual([4]);
  });

  it('do not replace a field that was typed here, but the others', () => {
    const before = [extra('a', { id: 4, note: 'old', parcel: '1' })];
    const typed = { extras: [extra('a', { id: 4, note: 'mine', parcel: '1' })], removed: [] };
    const [merged] = mergeExtras(before, typed, [
      extra('saved4', { id: 4, serialNumber: 'A', note: 'theirs', parcel: '2' }),
    ]).extras;
    expect(merged).toEqual(extra('a', { id: 4, note: 'mine', parcel: '2' }));
  });

  it('do not bring back an unchanged item that another user removed', () => {
    const before = [extra('a', { id: 4 })];
    expect(mergeExtras(before, { extras: before, removed: [] }, []).extras).toEqual([]);
  });
});
