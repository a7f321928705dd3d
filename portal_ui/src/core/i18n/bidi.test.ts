import { expect, it } from 'vitest';
import { isolateBidi } from './bidi';

it('isolates what is written from right to left, and leaves the rest as it is', () => {
  const street = 'شارع النصر';
  expect(isolateBidi(street)).toBe(`\u2068${street}\u2069`);
  expect(isolateBidi('12 Main St')).toBe('12 Main St');
  expect(isolateBidi('')).toBe('');
});
