import { expect, it } from 'vitest';
import { findPeriod, getPeriodStart } from './period';

it.each([
  [12, '2025-12-01'],
  [6, '2026-06-01'],
  [3, '2026-09-01'],
])('begins the last %i months of a report on the first of a month', (count, day) => {
  // The opening period of a report in November 2026.
  expect(getPeriodStart('2025-12-01', count)).toBe(day);
  expect(findPeriod('2025-12-01', day)).toBe(count);
});

it('is no offered period if it begins on another day', () => {
  expect(findPeriod('2025-12-01', '2026-09-02')).toBeUndefined();
  expect(findPeriod('2025-12-01', undefined)).toBeUndefined();
});
