import { describe, expect, it } from 'vitest';
import { canRequireAction, formatBadge, getCount, hasInbox } from './counters';

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

it('belongs to roles with the list of requests that require action', () => {
  const pages = ['parts', 'action-required'].map((path) => ({ path }));
  expect(hasInbox({ pages } as never)).toBe(true);
  expect(hasInbox({ pages: pages.slice(0, 1) } as never)).toBe(false);
});

it('belongs to lists that can be filtered by it', () => {
  const filters = ['status', 'myTurn'].map((key) => ({ key }));
  expect(canRequireAction({ filters } as never)).toBe(true);
  expect(canRequireAction({ filters: filters.slice(0, 1) } as never)).toBe(false);
});
