import { describe, expect, it } from 'vitest';
import { getChangedValues, getDifferences, getOverlaps, hasChanges } from './dirtyValues';

const read = { name: 'Customs', phone: '1', emails: [{ value: 'a' }], secret: 'x' };
const naming = {
  label: (path: string) => (path === 'secret' ? '' : path.toUpperCase()),
  text: (_: string, value: unknown) =>
    Array.isArray(value) ? value.map((entry) => entry.value).join(', ') : String(value),
};

it('returns the changes of another user, with the typed value of the same field', () => {
  const newer = { name: 'Border', phone: '2', emails: [{ value: 'a' }, { value: 'b' }], secret: 'y' };
  const typed = { ...read, phone: '3' };
  expect(getDifferences(read, newer, typed, naming)).toEqual([
    { path: 'name', label: 'NAME', serverValue: 'Border', localValue: null },
    { path: 'phone', label: 'PHONE', serverValue: '2', localValue: '3' },
    { path: 'emails', label: 'EMAILS', serverValue: 'a, b', localValue: null },
  ]);
});

it('returns no differences of equal records', () => {
  expect(getDifferences(read, { ...read }, { ...read, name: 'typed' }, naming)).toEqual([]);
});

it('returns no difference of a field if the same value was typed in it', () => {
  const newer = { ...read, name: 'Border', emails: [{ value: 'b' }] };
  expect(getDifferences(read, newer, structuredClone(newer), naming)).toEqual([]);
  expect(getDifferences(read, newer, { ...newer, name: 'Mine' }, naming).map(({ path }) => path)).toEqual(['name']);
});

it('returns the raw values of differences without a formatter, and "" for none', () => {
  const label = (path: string) => path;
  expect(getDifferences({ name: 'a' }, { name: null }, { name: 'b' }, { label })).toEqual([
    { path: 'name', label: 'name', serverValue: '', localValue: 'b' },
  ]);
});

it('returns as conflicts only fields that were typed in, also if their text was deleted', () => {
  const difference = { path: 'a', label: 'A', serverValue: 'x' };
  const emptied = { ...difference, localValue: '' };
  expect(getOverlaps([{ ...difference, localValue: null }, emptied])).toEqual([emptied]);
});

describe('getChangedValues', () => {
  const before = { contact: { phone: '1', mails: [{ value: 'a' }] }, rows: { u1: { price: '' } } };

  it('returns values by path; a list counts as one value', () => {
    const current = { contact: { phone: '2', mails: [{ value: 'a' }, { value: 'b' }] }, rows: { u1: { price: '5' } } };
    expect(getChangedValues(before, current)).toEqual({
      'contact.phone': '2',
      'contact.mails': [{ value: 'a' }, { value: 'b' }],
      'rows.u1.price': '5',
    });
  });

  it('returns nothing for equal values', () => {
    expect(getChangedValues(before, structuredClone(before))).toEqual({});
  });

  it('returns values that were emptied or replaced by null', () => {
    const current = { contact: { phone: '', mails: [] }, rows: { u1: { price: null } } };
    expect(getChangedValues(before, current)).toEqual({
      'contact.phone': '',
      'contact.mails': [],
      'rows.u1.price': null,
    });
    expect(hasChanges(before, current)).toBe(true);
    expect(hasChanges(before, structuredClone(before))).toBe(false);
  });

  it('includes rows that were added later', () => {
    expect(getChangedValues({ rows: {} }, { rows: { u2: { price: '1' } } })).toEqual({ 'rows.u2.price': '1' });
  });
});

it('compares values that are not set', () => {
  expect(getChangedValues({ day: null }, { day: null })).toEqual({});
  expect(getChangedValues({ day: null }, { day: '2026-11-25' })).toEqual({ day: '2026-11-25' });
  expect(getChangedValues({ day: '2026-11-25' }, { day: null })).toEqual({ day: null });
});
