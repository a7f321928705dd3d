import { describe, expect, it } from 'vitest';
import { dayText, newYorkClock, newYorkDate, newYorkTime } from './newYork';

describe("New York's clock", () => {
  it.each([
    ['2026-11-20T21:12:00Z', '11/20/2026 04:12 PM'],
    ['2026-07-04T04:00:00Z', '07/04/2026 12:00 AM'],
    ['2026-07-04T03:59:59Z', '07/03/2026 11:59 PM'],
    // The autumn hour comes twice.
    ['2026-11-01T05:30:00Z', '11/01/2026 01:30 AM'],
    ['2026-11-01T06:30:00Z', '11/01/2026 01:30 AM'],
    ['2026-11-01T17:00:00.123Z', '11/01/2026 12:00 PM'],
  ])('shows %s as %s', (instant, text) => {
    expect(newYorkTime(instant)).toBe(text);
    expect(`${newYorkDate(instant)} ${newYorkClock(instant)}`).toBe(text);
  });

  it('never shifts a day', () => {
    expect(dayText('2026-11-25')).toBe('11/25/2026');
    expect(dayText('2026-03-08T00:00:00Z')).toBe('03/08/2026');
  });
});
