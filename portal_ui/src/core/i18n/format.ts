import type { Language } from './language';
import { useLanguage } from './useLanguage';

const newYork = 'America/New_York';

/** Locales of numbers: Latin American Spanish has a decimal point, and the currency in front. */
const numberLocales: Record<Language, string> = { en: 'en', es: 'es-419' };

const dateAndTime = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
} as const satisfies Intl.DateTimeFormatOptions;

// Both languages use month-day-year dates and a 12-hour clock.
const inNewYork = new Intl.DateTimeFormat('en-US', { ...dateAndTime, timeZone: newYork });
const inNewYorkWithZone = new Intl.DateTimeFormat('en-US', {
  ...dateAndTime,
  timeZone: newYork,
  timeZoneName: 'shortOffset',
});
const localDateTime = new Intl.DateTimeFormat('en-US', dateAndTime);

function write(shape: Intl.DateTimeFormat, instant: string | Date): string {
  return shape.format(new Date(instant)).replace(',', '').replaceAll('\u202f', ' ');
}

const formatWithZone = (instant: string | Date) => write(inNewYorkWithZone, instant).replace('GMT', 'UTC');

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Limit of relative times; older instants are formatted as a date. */
const MAX_AGO_MS = 30 * DAY_MS;

const units = ['B', 'kB', 'MB', 'GB'];

function createFormat(language: Language) {
  const createNumberFormat = (options: Intl.NumberFormatOptions) =>
    // Columns of amounts align only if four digits are grouped, whatever the locale data of the browser.
    new Intl.NumberFormat(numberLocales[language], { useGrouping: 'always', ...options });
  const money = createNumberFormat({ style: 'currency', currency: 'USD' });
  const integers = createNumberFormat({ maximumFractionDigits: 0 });
  const tenths = createNumberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const upToTenths = createNumberFormat({ maximumFractionDigits: 1 });
  const hundredths = createNumberFormat({ maximumFractionDigits: 2 });
  const digits = createNumberFormat({ maximumSignificantDigits: 3 });
  const percent = createNumberFormat({ style: 'percent', maximumFractionDigits: 0 });
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shortMonth = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  const monthAndDay = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: newYork });
  const monthDayAndYear = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: newYork });
  // Not es-419, which writes "hace 3 días": too long for columns and cards.
  const relative = new Intl.RelativeTimeFormat(language, { style: 'narrow' });
  const present = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const toFirstDay = (text: string) => new Date(`${text}-01T00:00:00Z`);

  return {
    /** Format an amount in USD: "$1,250.00", "USD 1,250.00". */
    money: (amount: number) => money.format(amount),
    /** Format a number with at most two decimals: "12,345". */
    number: (value: number) => hundredths.format(value),
    /** Format a measured value with three significant digits: "0.0439". */
    significant: (value: number) => digits.format(value),
    /** Format a duration or average, with one decimal below ten: "3.5", "12". */
    average: (value: number) => (value < 10 ? tenths : integers).format(value),
    /** Format hours with at most two decimals: "1.25". */
    hours: (value: number) => hundredths.format(value),
    /** Format a ratio as a percentage: "35%". */
    percent: (share: number) => percent.format(share),
    /** Format a file size in decimal units, like the limits: "1.2 MB". */
    fileSize: (bytes: number) => {
      let value = bytes;
      let unit = 0;
      // Use the next unit from 999.5 on, which would be rounded to 1000.
      while (value >= 999.5 && unit < units.length - 1) {
        value /= 1000;
        unit += 1;
      }
      return `${(unit < 2 || value >= 100 ? integers : upToTenths).format(value)} ${units[unit]}`;
    },
    /** Format a day ("2026-11-25") without a time zone shift: "11/25/2026". */
    day: (day: string) => {
      const [year, monthOfYear, date] = day.slice(0, 10).split('-');
      return `${monthOfYear}/${date}/${year}`;
    },
    /** Format the date of an instant in New York: "11/20/2026". */
    date: (instant: string | Date) => write(inNewYork, instant).slice(0, 10),
    /** Format the time of an instant in New York: "04:12 PM". */
    time: (instant: string | Date) => write(inNewYork, instant).slice(11),
    /** Format an instant in New York time: "11/20/2026 04:12 PM". */
    dateTime: (instant: string | Date) => write(inNewYork, instant),
    /** Format the time of an instant with New York's UTC offset: "04:12 PM UTC-5". */
    timeWithZone: (instant: string | Date) => formatWithZone(instant).slice(11),
    /** Format an instant with New York's UTC offset: "11/20/2026 04:12 PM UTC-5". */
    dateTimeWithZone: formatWithZone,
    /** Format a past instant relative to now: "2h ago", "hace 2 h". After 30 days, return its date in New York. */
    ago: (instant: string, now = Date.now()) => {
      const past = Math.max(0, now - Date.parse(instant));
      if (past >= MAX_AGO_MS) return write(inNewYork, instant).slice(0, 10);
      if (past >= DAY_MS) return relative.format(-Math.floor(past / DAY_MS), 'day');
      if (past >= HOUR_MS) return relative.format(-Math.floor(past / HOUR_MS), 'hour');
      if (past >= MINUTE_MS) return relative.format(-Math.floor(past / MINUTE_MS), 'minute');
      return present.format(0, 'second');
    },
    /** Format New York's UTC offsets at instants, or now: "UTC−5", "UTC−5/−4". */
    offsets: (instants: readonly string[]) => {
      const hours = (instants.length > 0 ? instants : [new Date()]).map(
        (each) => formatWithZone(each).split('UTC-')[1],
      );
      return `UTC−${[...new Set(hours)].sort().reverse().join('/−')}`;
    },
    /** Format an instant in the browser's time zone. */
    localizedDateTime: (instant: string | Date) => write(localDateTime, instant),
    /** Format the day of an instant in New York without year: "Nov 20", "20 nov". */
    monthAndDay: (instant: string | Date) => monthAndDay.format(new Date(instant)),
    /** Format a day ("2026-11-25") without year: "Nov 25", "25 nov". */
    shortDay: (day: string) => monthAndDay.format(new Date(`${day.slice(0, 10)}T12:00:00-05:00`)),
    /** Format a day ("2026-11-25"), with the year unless it is this one: "Nov 25", "Jan 5, 2027", "5 ene 2027". */
    namedDay: (day: string) => {
      const noon = new Date(`${day.slice(0, 10)}T12:00:00-05:00`);
      const isThisYear = day.slice(0, 4) === write(inNewYork, new Date()).slice(6, 10);
      return (isThisYear ? monthAndDay : monthDayAndYear).format(noon);
    },
    /** Format a month ("2026-11"): "November 2026", "noviembre de 2026". */
    month: (text: string) => month.format(toFirstDay(text)),
    /** Format a month in short form, without year: "Nov", "nov". */
    shortMonth: (text: string) => shortMonth.format(toFirstDay(text)),
  };
}

/** Format an amount for inputs and requests, in both languages: "1250.00". */
export const formatAmountInput = (amount: number): string => amount.toFixed(2);

export type Format = ReturnType<typeof createFormat>;

const formats = new Map<Language, Format>();

/** Return the formatter of a language, the only one for numbers and times. */
export function getFormat(language: Language): Format {
  const known = formats.get(language) ?? createFormat(language);
  formats.set(language, known);
  return known;
}

/** Return the formatter of the current language. */
export function useFormat(): Format {
  return getFormat(useLanguage());
}
