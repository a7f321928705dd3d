import { expect, it } from 'vitest';
import { differencesOf } from './differences';

const read = { name: 'Customs', phone: '1', emails: [{ value: 'a' }], secret: 'x' };
const naming = {
  label: (path: string) => (path === 'secret' ? '' : path.toUpperCase()),
  text: (_: string, value: unknown) =>
    Array.isArray(value) ? value.map((one) => one.value).join(', ') : String(value),
};

it('tells what somebody else changed, beside what was typed in the same field', () => {
  const newer = { name: 'Border', phone: '2', emails: [{ value: 'a' }, { value: 'b' }], secret: 'y' };
  const typed = { ...read, phone: '3' };
  expect(differencesOf(read, newer, typed, naming)).toEqual([
    { key: 'name', label: 'NAME', theirs: 'Border', yours: null },
    { key: 'phone', label: 'PHONE', theirs: '2', yours: '3' },
    { key: 'emails', label: 'EMAILS', theirs: 'a, b', yours: null },
  ]);
});

it('tells nothing where nothing differs', () => {
  expect(differencesOf(read, { ...read }, { ...read, name: 'typed' }, naming)).toEqual([]);
});
