import { describe, expect, it } from 'vitest';
import {
  combineValidators,
  createResolver,
  maxLength,
  minLength,
  normalizeText,
  parseDecimal,
  positive,
  required,
  requiredEntry,
  serializeMessage,
  type ValueValidator,
  validate,
  validateAmount,
  validateDate,
  validateEach,
  validateEmail,
  validatePackageSide,
  validatePersonName,
  validatePhone,
  validateUsername,
  validateWholeNumber,
} from './validators';

const isValid = (rule: ValueValidator, text: string) => rule(text) === undefined;

describe('values of a form', () => {
  it.each<[string, ValueValidator, string[], string[]]>([
    ['person name', validatePersonName, ["Ana O'Neil-Núñez Jr.", 'Жанна'], ['Ana 2', '---', 'A@b']],
    [
      'phone',
      validatePhone,
      ['+1 212 555 0100', '2125550100'],
      ['212555010', '212-555-0100', '12125550100+', '+'.repeat(11)],
    ],
    [
      'email address',
      validateEmail,
      ['ana@example.org', "o'neil+x@mail.example.co"],
      ['ana@example', 'ana@', 'a b@c.de', 'ana@.org'],
    ],
    ['username', validateUsername, ['ab', 'señor_Ж', 'a'.repeat(64)], ['a', 'a b', 'a/b', 'a'.repeat(65)]],
    ['amount', validateAmount, ['0', '12,5', '9999999.99'], ['-1', '1.005', '1,000.00', '10000000', 'x']],
    ['positive number', positive(10), ['0.01', '10'], ['0', '0.00', '10.01', '-1']],
    ['whole number', validateWholeNumber, ['0', '12'], ['1.5', '-1', 'x']],
    ['package side', validatePackageSide, ['1', '9999'], ['0', '01', '10000', '1.5']],
    ['date', validateDate, ['2026-11-25'], ['2026-11', '11/25/2026']],
  ])('%s: accepts its valid values and an empty one, and no others', (_, rule, accepted, rejected) => {
    expect(['', '  ', ...accepted].filter((text) => !isValid(rule, text))).toEqual([]);
    expect(rejected.filter((text) => isValid(rule, text))).toEqual([]);
  });

  it('are missing if they have only spaces', () => {
    expect(['', '  ', null, undefined].map(required)).toEqual(Array(4).fill('saving.rule.required'));
    expect(required(' a ')).toBeUndefined();
  });

  it('have their length counted in characters, without the spaces around them', () => {
    expect(maxLength(3)(' 😀😀😀 ')).toBeUndefined();
    expect(maxLength(3)('abcd')).toEqual({ message: 'saving.rule.tooLong', args: { max: 3 } });
  });

  it.each([
    ['person name', validatePersonName, 'a'.repeat(256)],
    ['email address', validateEmail, `aa@${'b.'.repeat(125)}org`],
  ])('have at most 255 characters: %s', (_, rule, text) => {
    expect(rule(text)).toEqual({ message: 'saving.rule.tooLong', args: { max: 255 } });
    expect(rule(text.slice(1))).toBeUndefined();
  });

  it('have 10 to 32 digits and spaces in a phone number', () => {
    expect(validatePhone('1'.repeat(32))).toBeUndefined();
    expect(validatePhone('1'.repeat(33))).toBe('saving.rule.phone');
  });

  it('name the limit that they exceed', () => {
    expect(minLength(2)('a')).toEqual({ message: 'saving.rule.tooShort', args: { min: 2 } });
    expect(minLength(2)('ab')).toBeUndefined();
    expect(validateAmount('10000000')).toEqual({ message: 'saving.rule.tooLarge', args: { max: 9_999_999.99 } });
    expect(positive()('10000000')).toEqual({ message: 'saving.rule.tooLarge', args: { max: 9_999_999.99 } });
    expect(positive(10)('11')).toEqual({ message: 'saving.rule.tooLarge', args: { max: 10 } });
  });

  it('are composed and trimmed before they are checked, as on the server', () => {
    expect(normalizeText(' cafe\u0301 ')).toBe('caf\u00e9');
    expect(normalizeText(null)).toBe('');
    expect(maxLength(1)('e\u0301')).toBeUndefined();
  });

  it('of a list are complete or removed', () => {
    expect([requiredEntry(' '), requiredEntry('a')]).toEqual(['saving.rule.entry', undefined]);
  });

  it('show the first of several errors', () => {
    const rules = [() => undefined, () => 'first', () => 'second'];
    expect(combineValidators(...rules)('x')).toBe('first');
  });

  it('have their errors at their paths, and only if they have rules', () => {
    const values = { name: '', note: '', count: 3 };
    expect(validate(values, { name: required, count: required }, 'contact.')).toEqual({
      'contact.name': 'saving.rule.required',
      'contact.count': 'saving.rule.required',
    });
  });

  it('have the errors of nested fields in the form, with the arguments of their messages', async () => {
    const tooLong = { message: 'saving.rule.tooLong', args: { max: 4 } };
    const resolver = createResolver(() => ({ 'units.1.name': 'saving.rule.required', note: tooLong }));
    const { errors } = await resolver({}, undefined, { fields: {}, shouldUseNativeValidation: false });
    expect(errors).toMatchObject({
      units: [undefined, { name: { message: 'saving.rule.required' } }],
      note: { message: serializeMessage(tooLong) },
    });
    expect(serializeMessage(tooLong)).toBe(`@@react-admin@@${JSON.stringify(tooLong)}`);
  });

  it('are amounts with a decimal point or comma', () => {
    expect(['12.5', '12,5', ' 7 ', '', '1.', '.5', '1e3'].map(parseDecimal)).toEqual([
      12.5,
      12.5,
      7,
      null,
      null,
      null,
      null,
    ]);
  });

  it('have the error of an entry of a list at that entry', () => {
    const entries = [{ value: '2125550100' }, { value: '1' }];
    expect(validateEach(entries, [required, validatePhone], 'phones')).toEqual({
      'phones.1.value': 'saving.rule.phone',
    });
  });
});
