import { describe, expect, it } from 'vitest';
import { isRepeated, toInstant, toNewYorkParts } from './newYorkTime';

describe('New York time', () => {
  it.each([
    ['winter', '2026-01-15', '09:30', '2026-01-15T14:30:00.000Z'],
    ['summer', '2026-07-15', '09:30', '2026-07-15T13:30:00.000Z'],
    ['an evening that is the next day in UTC', '2026-12-31', '23:15', '2027-01-01T04:15:00.000Z'],
    ['midnight', '2026-07-01', '00:00', '2026-07-01T04:00:00.000Z'],
    ['the last minute before summer time', '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    ['the first minute of summer time', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
    ['the first occurrence of the repeated hour', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['after the clocks went back', '2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
  ])('%s', (_, day, time, instant) => {
    expect(toInstant({ day, time })).toBe(instant);
    expect(toNewYorkParts(instant)).toEqual({ day, time });
  });

  it.each([
    ['the skipped hour in spring', '2026-03-08', '02:30'],
    ['no day', '', '09:30'],
    ['no time', '2026-01-15', ''],
    ['a day that does not exist', '2026-02-30', '09:30'],
    ['a time that does not exist', '2026-01-15', '24:30'],
  ])('has no instant for %s', (_, day, time) => {
    expect(toInstant({ day, time })).toBeNull();
  });

  it.each([
    [true, 'the first minute of the hour that comes twice', '2026-11-01', '01:00'],
    [true, 'its last minute', '2026-11-01', '01:59'],
    [false, 'the minute before it', '2026-11-01', '00:59'],
    [false, 'the minute after it', '2026-11-01', '02:00'],
    [false, 'the skipped hour in spring', '2026-03-08', '02:30'],
    [false, 'no time', '2026-11-01', ''],
  ])('returns %s from isRepeated for %s', (expected, _, day, time) => {
    expect(isRepeated({ day, time })).toBe(expected);
  });
});
