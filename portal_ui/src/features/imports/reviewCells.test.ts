import { expect, it } from 'vitest';
import type { RunField, RunRow } from '../../api/imports';
import {
  getCellText,
  getCellValue,
  getRowErrors,
  getVisibleFields,
  hasOptions,
  parseCell,
  sortFieldsByNeed,
} from './reviewCells';

const buildRow = (number: number, more: Partial<RunRow>) =>
  ({ number, cells: {}, old: {}, errors: {}, notes: {}, ...more }) as RunRow;
const field = (key: string, more: Partial<RunField> = {}): RunField => ({
  key,
  label: key,
  type: 'text',
  required: false,
  neededInUse: '',
  choices: [],
  ...more,
});
const choices = [
  { key: 'RPM', name: 'Portal monitor' },
  { key: 'HANDHELD', name: 'Handheld device' },
];
const category = field('category', { type: 'choice', choices });
const getKeys = (fields: readonly RunField[]) => fields.map(({ key }) => key);

it('shows fields of the file, with a fixed value, with errors, with images, or required', () => {
  const fields = ['inFile', 'fixed', 'wrong', 'image', 'must', 'absent'].map((key) =>
    field(key, { required: key === 'must' }),
  );
  const column = { index: 0, heading: '', samples: [], field: 'inFile', sure: true, remembered: false };
  const rows = [
    buildRow(1, { errors: { wrong: ['Required!'] } }),
    buildRow(2, { pictures: { image: { url: '/1', oldUrl: null } } as never }),
  ];
  expect(getKeys(getVisibleFields({ fields, columns: [column], fixed: { fixed: 'x' } }, rows))).toEqual([
    'inFile',
    'fixed',
    'wrong',
    'image',
    'must',
  ]);
});

it('shows fields with errors first, then changed ones, each in the order of the list', () => {
  const fields = ['a', 'b', 'c', 'd', 'e'].map((key) => field(key));
  const rows = [buildRow(1, { old: { b: '', d: 'x' }, errors: { c: [] } }), buildRow(2, { errors: { e: ['Bad'] } })];
  expect(getKeys(sortFieldsByNeed(fields, rows))).toEqual(['e', 'b', 'd', 'a', 'c']);
  expect(getKeys(fields)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('returns the errors of a row that belong to no field', () => {
  const row = buildRow(1, { errors: { number: ['Required!'], '': ['Twice'], other: ['Odd', 'Even'] } });
  expect(getRowErrors(row, [field('number')])).toEqual(['Twice', 'Odd', 'Even']);
});

it.each([
  ['HANDHELD', 'HANDHELD'],
  [' handheld DEVICE ', 'HANDHELD'],
  ['rpm', 'RPM'],
  ['Gone', 'Gone'],
  ['', ''],
])('reads the choice %j as %j', (text, key) => {
  expect(parseCell(category, text)).toBe(key);
  expect(getCellValue(buildRow(1, { cells: { category: text } }), category)).toBe(key);
});

it('has no value in a cell that the file lacks', () => {
  expect(getCellValue(buildRow(1, { cells: {} }), category)).toBe('');
});

it('keeps text of other fields as it is', () => {
  const several = field('category', { type: 'choices', choices });
  const row = buildRow(1, { cells: { category: 'Portal monitor' } });
  expect([hasOptions(category), hasOptions(several), hasOptions(field('category', { type: 'choice' }))]).toEqual([
    true,
    false,
    false,
  ]);
  expect(getCellValue(row, several)).toBe('Portal monitor');
  expect(getCellText(several, 'RPM')).toBe('RPM');
  expect(getCellText(category, 'rpm')).toBe('Portal monitor');
  expect(getCellText(category, 'Gone')).toBe('Gone');
});
