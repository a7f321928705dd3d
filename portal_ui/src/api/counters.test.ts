import { describe, expect, it } from 'vitest';
import { badgeText, countOf } from './counters';

describe('badges', () => {
  it.each([
    [0, ''],
    [1, '1'],
    [9, '9'],
    [10, '9+'],
    [250, '9+'],
  ])('show %i as "%s"', (count, text) => {
    expect(badgeText(count)).toBe(text);
  });

  it('count all kinds, or some', () => {
    const counters = [
      { requestType: 'REPAIR', total: 3 },
      { requestType: 'PARTS', total: 2 },
    ] as const;
    expect(countOf(counters)).toBe(5);
    expect(countOf(counters, ['PARTS'])).toBe(2);
    expect(countOf([])).toBe(0);
  });
});
