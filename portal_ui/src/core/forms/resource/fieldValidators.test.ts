import { expect, it } from 'vitest';
import type { Field } from '../../../api/types';
import { getFieldValidators, getItemValidators, isFieldValid } from './fieldValidators';
import type { FormValues } from './formValues';

type FormValue = FormValues[string];

const build = (type: Field['type'], more: Partial<Field> = {}) =>
  ({ key: 'value', type, format: null, required: true, maxLength: null, ...more }) as Field;
const check = (field: Field, value: FormValue, hasPicture = false) => isFieldValid(field, { value }, hasPicture);
const entries = (...texts: string[]) => texts.map((value) => ({ value }));

it.each<[string, Field, FormValue[], FormValue[]]>([
  ['text', build('text', { maxLength: 3 }), ['abc'], ['', '  ', 'abcd']],
  ['optional text', build('text', { required: false, maxLength: 3 }), ['', 'abc'], ['abcd']],
  ['email address', build('text', { format: 'email' }), ['ana@example.org'], ['ana@']],
  ['phone number', build('text', { format: 'phone' }), ['2125550100'], ['212']],
  ['person name', build('text', { format: 'personName' }), ['Ana'], ['Ana 2']],
  ['username', build('text', { format: 'username' }), ['ana'], ['a b']],
  ['long text', build('longText', { maxLength: 3 }), ['abc'], ['', 'abcd']],
  ['optional number', build('number', { required: false }), ['', '7'], ['x']],
  ['optional amount', build('money', { required: false }), ['', '0'], ['x']],
  ['optional choice', build('choice', { required: false }), ['', 'A'], []],
  ['list', build('texts'), [[{ value: 'a' }]], [[]]],
  ['optional list', build('texts', { required: false }), [[]], [[{ value: ' ' }]]],
  ['matrix', build('matrix'), [{}], []],
  ['amount', build('money'), ['12,5', '0'], ['', '-1', 'x']],
  ['number', build('number'), ['7'], ['', '1.5']],
  ['choice', build('choice'), ['A'], ['']],
  ['choices', build('choices'), [['A']], [[]]],
  ['switch', build('boolean'), [false, true], []],
])('a required value of its type is valid: %s', (_, field, valid, invalid) => {
  expect(valid.filter((value) => !check(field, value))).toEqual([]);
  expect(invalid.filter((value) => check(field, value))).toEqual([]);
});

const picture = { id: 'f1', name: 'a.png', type: 'image/png', size: 8 };

it('a required picture is valid once one is stored or chosen', () => {
  expect([check(build('image'), []), check(build('image'), [], true), check(build('image'), [picture])]).toEqual([
    false,
    true,
    true,
  ]);
});

it('a list has no empty, malformed or repeated entries, whatever their case', () => {
  const emails = build('texts', { format: 'email' });
  expect(check(emails, entries('ana@example.org', 'eva@example.org'))).toBe(true);
  for (const texts of [['ana@example.org', ''], ['ana@'], ['ana@example.org', ' ANA@example.org ']]) {
    expect(check(emails, entries(...texts))).toBe(false);
  }
});

it('an optional picture need not be chosen', () => {
  expect(check(build('image', { required: false }), [])).toBe(true);
});

it('a missing picture and a repeated entry have their own messages', () => {
  const read = (rules: ReturnType<typeof getItemValidators>, value: unknown, values: object) =>
    rules.map((rule) => rule(value, values, {})).find((message) => message !== undefined);
  expect(read(getFieldValidators(build('image')), [], {})).toBe('form.rule.image');
  const list = { value: entries('a', 'b', 'A ') };
  expect(read(getItemValidators(build('texts')), 'a', list)).toBe('form.rule.twice');
  expect(read(getItemValidators(build('texts')), 'b', list)).toBeUndefined();
  expect(read(getItemValidators(build('texts')), '', list)).toBe('saving.rule.entry');
});
