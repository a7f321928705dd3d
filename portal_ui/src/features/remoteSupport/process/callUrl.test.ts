import { expect, it } from 'vitest';
import { buildCallUrl } from './ContactActions';

it('builds a link to an international number for each method', () => {
  const phone = '+995 32 255 01 83';
  expect(buildCallUrl('PHONE', phone)).toBe('tel:+995322550183');
  expect(buildCallUrl('WHATS_APP', phone)).toBe('https://wa.me/995322550183');
  expect(buildCallUrl('VIBER', phone)).toBe('viber://chat?number=%2B995322550183');
  expect(buildCallUrl('SKYPE', phone)).toBe('skype:+995322550183?call');
});

it('links a national number by phone only', () => {
  expect(buildCallUrl('PHONE', '032 255 01 83')).toBe('tel:0322550183');
  for (const method of ['WHATS_APP', 'VIBER', 'SKYPE'] as const)
    expect(buildCallUrl(method, '032 255 01 83')).toBeNull();
});

it('builds no link from invalid numbers', () => {
  for (const phone of [
    '',
    'javascript:alert(1)',
    '+1 555',
    '+995322550183?x=1',
    '+99532255\n0183;ext=1',
    '+0'.repeat(6),
  ]) {
    for (const method of ['PHONE', 'WHATS_APP', 'VIBER', 'SKYPE'] as const)
      expect(buildCallUrl(method, phone)).toBeNull();
  }
});
