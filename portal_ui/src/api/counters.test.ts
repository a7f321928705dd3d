import { describe, expect, it } from 'vitest';
import { formatBadge, getCount } from './counters';

describe('counters', () => {
  it.each([
    [0, ''],
    [1, '1'],
    [9, '9'],
    [10, '9+'],
    [250, '9+'],
  ])('formats the badge of %i as "%s"', (count, text) => {
    expect(formatBadge(count)).toBe(text);
  });

  it('sums all request types or the given ones', () => {
    const counters = [
      { requestType: 'REPAIR', total: 3 },
      { requestType: 'PARTS', total: 2 },
    ] as const;
    expect(getCount(counters)).toBe(5);
    expect(getCount(counters, ['PARTS'])).toBe(2);
    expect(getCount([])).toBe(0);
  });
});
