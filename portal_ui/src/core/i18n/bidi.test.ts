import { expect, it } from 'vitest';
import { isolateBidi } from './bidi';

it('isolates right-to-left text and leaves other text unchanged', () => {
  const street = 'شارع النصر';
  expect(isolateBidi(street)).toBe(`\u2068${street}\u2069`);
  expect(isolateBidi('12 Main St')).toBe('12 Main St');
  expect(isolateBidi('')).toBe('');
});

it.each(['\u05d0', '\u0591', '\u08ff', '\ufb1d', '\ufdff', '\ufe70', '\ufeff'])('isolates %j', (character) => {
  expect(isolateBidi(`12 ${character}`)).toBe(`\u206812 ${character}\u2069`);
});
