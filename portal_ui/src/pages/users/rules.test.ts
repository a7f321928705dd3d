import { describe, expect, it } from 'vitest';
import { marksOf, passwordProblems, personProblems, priceOf, priceProblem, textProblems } from './rules';

const ana = {
  username: 'ana_1',
  firstName: 'Ana',
  lastName: "O'Neill-Ruiz",
  phone: '+34 600 000 000',
  email: 'ana@example.org',
  backupEmails: [],
};

describe('the fields of a person', () => {
  it('take Latin and Cyrillic names, and phones with spaces', () => {
    expect(personProblems(ana)).toEqual({});
    expect(personProblems({ ...ana, firstName: 'Олена', username: 'Олена_7', lastName: 'Ñandú' })).toEqual({});
  });

  it.each([
    ['firstName', '', 'required'],
    ['firstName', '  ', 'required'],
    ['firstName', 'An4', 'letters'],
    ['lastName', '-', 'letters'],
    ['lastName', 'x'.repeat(256), 'long'],
    ['phone', '12345', 'phone'],
    ['phone', '+34-600-000-000', 'phone'],
    ['email', 'ana@example', 'email'],
    ['email', 'a b@example.org', 'email'],
    ['username', 'a', 'short'],
    ['username', 'a b', 'username'],
    ['username', 'x'.repeat(65), 'long'],
  ])('%s "%s" is refused: %s', (path, value, rule) => {
    expect(personProblems({ ...ana, [path]: value })).toEqual({ [path]: rule });
  });

  it('name the bad one of several backup e-mails', () => {
    const backupEmails = [{ value: 'ok@example.org' }, { value: 'no' }, { value: '' }];
    expect(personProblems({ ...ana, backupEmails })).toEqual({
      'backupEmails.1.value': 'email',
      'backupEmails.2.value': 'required',
    });
  });
});

describe('passwords', () => {
  it('need 8 characters, a digit, a symbol and a capital, Latin or Cyrillic', () => {
    expect(marksOf('Grúa-7-azul')).toEqual({ length: true, digit: true, symbol: true, capital: true });
    expect(marksOf('ґрунт-7-Є')).toMatchObject({ capital: true });
    expect(marksOf('short')).toEqual({ length: false, digit: false, symbol: false, capital: false });
    expect(marksOf('a b c d e f')).toMatchObject({ symbol: false });
  });

  it('must be the same twice', () => {
    expect(passwordProblems('Grúa-7-azul', 'Grúa-7-azul')).toEqual({});
    expect(passwordProblems('Grúa-7-azul', 'Grúa-7-azu')).toEqual({ confirmPassword: 'mismatch' });
    expect(passwordProblems('weak', '')).toEqual({ password: 'password', confirmPassword: 'required' });
    expect(passwordProblems('', '')).toEqual({ password: 'required', confirmPassword: 'required' });
  });
});

describe('prices', () => {
  it('have at most two decimals, with point or comma', () => {
    expect(priceOf('12,5')).toBe(12.5);
    expect(priceOf(' 80 ')).toBe(80);
    for (const text of ['-1', '1e3', '1.234', 'x', '1.', '']) expect(priceOf(text), text).toBeNull();
  });

  it('are told what is wrong with them', () => {
    expect(priceProblem('')).toBe('required');
    expect(priceProblem('abc')).toBe('amount');
    expect(priceProblem('10000000')).toBe('largest');
    expect(priceProblem('0')).toBeNull();
  });
});

it('texts that are needed are told apart from those that are not', () => {
  expect(textProblems({ city: ' ', province: '', street: 'x'.repeat(256), flag: true }, ['city', 'street'])).toEqual({
    city: 'required',
    street: 'long',
  });
});
