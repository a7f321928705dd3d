import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatAmountInput, getFormat } from './format';

const en = getFormat('en');
const es = getFormat('es');
afterEach(() => void vi.useRealTimers());

/** Replace no-break spaces by normal ones. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('numbers', () => {
  it('are grouped, with a decimal point, in both languages', () => {
    expect([en.money(1250), en.number(12345), en.number(1234)]).toEqual(['$1,250.00', '12,345', '1,234']);
    expect([es.money(1250), es.number(12345), es.number(1234)]).toEqual(['USD\u00a01,250.00', '12,345', '1,234']);
  });

  it('have up to two decimals for hours, and one for averages below ten', () => {
    expect([en.hours(1.25), en.hours(2), en.average(3.54), en.average(12.3)]).toEqual(['1.25', '2', '3.5', '12']);
    expect([es.hours(1.25), es.hours(2), es.average(3.54), es.average(12.3)]).toEqual(['1.25', '2', '3.5', '12']);
  });

  it('have three significant digits if they are measured', () => {
    expect([en.significant(0.043_91), es.significant(0.043_91), en.significant(12_345)]).toEqual([
      '0.0439',
      '0.0439',
      '12,300',
    ]);
  });

  it('are rounded to at most two decimals', () => {
    expect([en.number(1234.567), en.number(0.5), en.hours(1.255)]).toEqual(['1,234.57', '0.5', '1.26']);
    expect([en.percent(0.005), en.percent(1)]).toEqual(['1%', '100%']);
  });

  it('have a decimal in an average up to ten, also if it is zero', () => {
    expect([en.average(9), en.average(10), en.average(10.6)]).toEqual(['9.0', '10', '11']);
  });

  it('are amounts with two decimals and no separator of thousands in inputs', () => {
    expect([1250, 0.5, 9_999_999.99].map(formatAmountInput)).toEqual(['1250.00', '0.50', '9999999.99']);
  });

  it('are formatted as percentages', () => {
    expect([en.percent(0.354), es.percent(0.354)]).toEqual(['35%', '35%']);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [1_500, '2 kB'],
    [99_900_000, '99.9 MB'],
    [1_234_567, '1.2 MB'],
    [123_456_789, '123 MB'],
    [4_200_000_000_000, '4,200 GB'],
  ])('are formatted as file sizes: %i bytes', (bytes, text) => {
    expect([en.fileSize(bytes), es.fileSize(bytes)]).toEqual([text, text]);
  });
});

describe('dates and times in New York', () => {
  it.each([
    ['2026-11-25T11:59:30Z', 'now', 'ahora'],
    ['2026-11-25T09:59:00Z', '2h ago', 'hace 2 h'],
    ['2026-11-20T12:00:00Z', '5d ago', 'hace 5 d'],
    ['2026-10-20T02:00:00Z', '10/19/2026', '10/19/2026'],
    ['2026-11-25T13:00:00Z', 'now', 'ahora'],
  ])('formats %s relative to now', (instant, english, spanish) => {
    const now = Date.parse('2026-11-25T12:00:00Z');
    expect([en.ago(instant, now), plain(es.ago(instant, now))]).toEqual([english, spanish]);
  });

  it.each([
    [59_999, 'now'],
    [60_000, '1m ago'],
    [3_599_999, '59m ago'],
    [3_600_000, '1h ago'],
    [86_399_999, '23h ago'],
    [86_400_000, '1d ago'],
    [2_591_999_999, '29d ago'],
    // 30 days.
    [2_592_000_000, '10/26/2026'],
  ])('changes the unit of a relative time at its limit: %i ms', (past, text) => {
    const now = Date.parse('2026-11-25T12:00:00Z');
    expect(en.ago(new Date(now - past).toISOString(), now)).toBe(text);
  });

  it('is relative to the present by default', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') });
    expect(en.ago('2026-11-25T10:00:00Z')).toBe('2h ago');
  });

  it('names the day of an instant in New York, at its ends', () => {
    expect([en.date('2026-11-25T04:59:59Z'), en.date('2026-11-25T05:00:00Z')]).toEqual(['11/24/2026', '11/25/2026']);
  });

  it('writes a time in the time zone of the browser', () => {
    const local = new Date(2026, 10, 25, 16, 5);
    expect(en.localizedDateTime(local)).toBe('11/25/2026 04:05 PM');
    expect(en.localizedDateTime(local.toISOString())).toBe('11/25/2026 04:05 PM');
  });

  it('lists the UTC offset of winter, of summer, or both', () => {
    const [winter, summer] = ['2026-11-20T21:12:00Z', '2026-07-04T04:00:00Z'];
    expect([en.offsets([winter]), en.offsets([summer])]).toEqual(['UTC−5', 'UTC−4']);
    expect(es.offsets([summer, winter, summer])).toBe('UTC−5/−4');
    expect(en.offsets([])).toMatch(/^UTC−[45]$/);
  });

  it.each([
    ['2026-11-20T21:12:00Z', '11/20/2026 04:12 PM', 'UTC-5'],
    ['2026-07-04T04:00:00Z', '07/04/2026 12:00 AM', 'UTC-4'],
    ['2026-07-04T03:59:59Z', '07/03/2026 11:59 PM', 'UTC-4'],
    // The hour that is repeated in autumn.
    ['2026-11-01T05:30:00Z', '11/01/2026 01:30 AM', 'UTC-4'],
    ['2026-11-01T06:30:00Z', '11/01/2026 01:30 AM', 'UTC-5'],
    ['2026-11-01T17:00:00.123Z', '11/01/2026 12:00 PM', 'UTC-5'],
  ])('shows %s as %s in both languages', (instant, text, zone) => {
    for (const format of [en, es]) {
      expect(format.dateTime(instant)).toBe(text);
      expect(`${format.date(instant)} ${format.time(new Date(instant))}`).toBe(text);
      expect(format.dateTimeWithZone(instant)).toBe(`${text} ${zone}`);
    }
  });

  it('never shifts a day by the time zone', () => {
    expect(en.day('2026-11-25')).toBe('11/25/2026');
    expect(es.day('2026-03-08T00:00:00Z')).toBe('03/08/2026');
  });

  it('names a day with its year only if that is not the current one in New York', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-01T04:00:00Z') });
    expect([en.namedDay('2026-11-25'), es.namedDay('2026-11-25')]).toEqual(['Nov 25', '25 nov']);
    expect([en.namedDay('2027-01-01'), es.namedDay('2027-01-05')]).toEqual(['Jan 1, 2027', '5 ene 2027']);
    expect([en.shortDay('2026-11-01'), es.shortDay('2026-03-08T00:00:00Z')]).toEqual(['Nov 1', '8 mar']);
  });

  it('names the UTC offset of a time', () => {
    expect([en.timeWithZone('2026-11-20T21:12:00Z'), es.timeWithZone('2026-07-04T04:00:00Z')]).toEqual([
      '04:12 PM UTC-5',
      '12:00 AM UTC-4',
    ]);
  });

  it('names days and months in each language', () => {
    const night = '2026-12-01T02:00:00Z';
    expect([en.monthAndDay(night), es.monthAndDay(night)]).toEqual(['Nov 30', '30 nov']);
    expect([en.month('2026-11'), en.shortMonth('2026-11')]).toEqual(['November 2026', 'Nov']);
    expect([es.month('2026-11'), es.shortMonth('2026-11')]).toEqual(['noviembre de 2026', 'nov']);
  });
});

describe('formatting', () => {
  it('happens only in core/i18n/format.ts', () => {
    const source = join(import.meta.dirname, '../..');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const formats = files.filter(
      (name) =>
        !name.includes('.test.') &&
        /\bIntl\.|\.toFixed\(|\.toLocale(Date|Time)?String\(/.test(readFileSync(join(source, name), 'utf8')),
    );
    // newYorkTime.ts only reads a clock, and RequestAccountPage.tsx only needs country names.
    expect(formats.sort()).toEqual([
      'core/i18n/format.ts',
      'core/i18n/newYorkTime.ts',
      'features/publicPages/RequestAccountPage.tsx',
    ]);
  });
});
