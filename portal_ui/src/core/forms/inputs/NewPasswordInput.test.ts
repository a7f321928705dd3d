import { expect, it } from 'vitest';
import { matchesQuery } from '../../../features/users/ClientsInput';
import { getPasswordChecks, validatePasswordStrength } from './NewPasswordInput';

it('names what a strong password has', () => {
  expect(getPasswordChecks('Grúa-7-azul')).toEqual({ length: true, digit: true, symbol: true, capital: true });
  expect(getPasswordChecks('Ж')).toEqual({ length: false, digit: false, symbol: false, capital: true });
  expect(getPasswordChecks('с пробелами 1')).toEqual({ length: true, digit: true, symbol: false, capital: false });
});

it('refuses a weak password, and leaves none to be judged by whether it is required', () => {
  expect(validatePasswordStrength('weak')).toBe('users.password.weak');
  expect(validatePasswordStrength('Long-enough')).toBe('users.password.weak');
  expect(validatePasswordStrength('Grúa-7-azul')).toBeUndefined();
  expect(validatePasswordStrength('')).toBeUndefined();
});

it('finds a client by its name, its person or an e-mail address', () => {
  const client = { key: '1', name: 'Customs Service, Georgia', hint: 'Nino Beridze, nino@example.org' };
  for (const typed of ['georgia', ' Nino ', 'BERIDZE', 'nino@example']) expect(matchesQuery(typed, client)).toBe(true);
  expect(matchesQuery('ukraine', client)).toBe(false);
  expect(matchesQuery('null', { key: '2', name: 'Alone' })).toBe(false);
});
