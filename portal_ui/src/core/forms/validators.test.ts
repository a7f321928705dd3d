import { describe, expect, it } from 'vitest';
import {
  maxLength,
  parseDecimal,
  positive,
  required,
  type ValueValidator,
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
