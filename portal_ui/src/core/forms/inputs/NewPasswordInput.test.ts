import { expect, it } from 'vitest';
import { matchesQuery } from '../../../features/users/ClientsInput';
import { getPasswordChecks, validatePasswordStrength } from './NewPasswordInput';

it('checks the criteria of a strong password', () => {
  expect(getPasswordChecks('Grúa-7-azul')).toEqual({ length: true, digit: true, symbol: true, capital: true });
  expect(getPasswordChecks('Ж')).toEqual({ length: false, digit: false, symbol: false, capital: true });
  expect(getPasswordChecks('с пробелами 1')).toEqual({ length: true, digit: true, symbol: false, capital: false });
});

it('rejects a weak password, and leaves an empty one to the required rule', () => {
  expect(validatePasswordStrength('weak')).toBe('users.password.weak');
  expect(validatePasswordStrength('Long-enough')).toBe('users.password.weak');
  expect(validatePasswordStrength('Grúa-7-azul')).toBeUndefined();
  expect(validatePasswordStrength('')).toBeUndefined();
});

it('finds a client by name, person or email address', () => {
  const client = { key: '1', name: 'Customs Service, Georgia', hint: 'Nino Beridze, nino@example.org' };
  for (const typed of ['georgia', ' Nino ', 'BERIDZE', 'nino@example']) expect(matchesQuery(typed, client)).toBe(true);
  expect(matchesQuery('ukraine', client)).toBe(false);
  expect(matchesQuery('null', { key: '2', name: 'Alone' })).toBe(false);
});
