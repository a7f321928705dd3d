import { expect, it } from 'vitest';
import { matches } from '../../../features/users/ClientsInput';
import { marksOf, strong } from './NewPasswordInput';

it('names what a strong password has', () => {
  expect(marksOf('Grúa-7-azul')).toEqual({ length: true, digit: true, symbol: true, capital: true });
  expect(marksOf('Ж')).toEqual({ length: false, digit: false, symbol: false, capital: true });
  expect(marksOf('с пробелами 1')).toEqual({ length: true, digit: true, symbol: false, capital: false });
});

it('refuses a weak password, and leaves none to be judged by whether it is required', () => {
  expect(strong('weak')).toBe('users.password.weak');
  expect(strong('Long-enough')).toBe('users.password.weak');
  expect(strong('Grúa-7-azul')).toBeUndefined();
  expect(strong('')).toBeUndefined();
});

it('finds a client by its name, its person or an e-mail address', () => {
  const client = { key: '1', name: 'Customs Service, Georgia', hint: 'Nino Beridze, nino@example.org' };
  for (const typed of ['georgia', ' Nino ', 'BERIDZE', 'nino@example']) expect(matches(typed, client)).toBe(true);
  expect(matches('ukraine', client)).toBe(false);
  expect(matches('null', { key: '2', name: 'Alone' })).toBe(false);
});
