import type { Language } from './language';
import { useLanguage } from './useLanguage';

const newYork = 'America/New_York';

// Spanish leaves four digits ungrouped unless told: a column of amounts would not line up.
const grouped = { useGrouping: 'always' } as const;

const dateAndTime = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
} as const satisfies Intl.DateTimeFormatOptions;

// Days are written month-day-year and times on twelve hours in both languages.
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

const zoned = (instant: string | Date) => write(inNewYorkWithZone, instant).replace('GMT', 'UTC');

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Of what is longer ago one asks for the day. */
const MAX_AGO_MS = 30 * DAY_MS;

const units = ['B', 'kB', 'MB', 'GB'];

function makeFormat(language: Language) {
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, { ...grouped, ...options });
  const money = number({ style: 'currency', currency: 'USD' });
  const whole = number({ maximumFractionDigits: 0 });
  const tenths = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const upToTenths = number({ maximumFractionDigits: 1 });
  const hundredths = number({ maximumFractionDigits: 2 });
  const decimalSign = tenths.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const digits = number({ maximumSignificantDigits: 3 });
  const percent = number({ style: 'percent', maximumFractionDigits: 0 });
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shortMonth = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  const monthAndDay = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: newYork });
  const relative = new Intl.RelativeTimeFormat(language, { style: 'narrow' });
  const firstOf = (text: string) => new Date(`${text}-01T00:00:00Z`);

  return {
    /** USD: "$1,250.00", "1.250,00 US$". */
    money: (amount: number) => money.format(amount),
    /** A number of things, or one with at most two decimals: "12,345", "12.345". */
    number: (value: number) => hundredths.format(value),
    /** A measured value to three digits, however small: "0.0439". */
    significant: (value: number) => digits.format(value),
    /** A duration or average, to one decimal below ten: "3.5", "12". */
    average: (value: number) => (value < 10 ? tenths : whole).format(value),
    /** Hours with at most two decimals: "1.25", "1,25". */
    hours: (value: number) => hundredths.format(value),
    /** What is typed ("1.5") with the language's sign before the decimals: "1,5". Anything but a number stays. */
    typed: (text: string | null | undefined) =>
      /^\d+\.\d*$/.test(text ?? '') ? String(text).replace('.', decimalSign) : (text ?? ''),
    /** A share of one: "35%", "35 %". */
    percent: (share: number) => percent.format(share),
    /** A size as people read it ("1.2 MB", "1,2 MB"); decimal units, as the limits are. */
    fileSize: (bytes: number) => {
      let value = bytes;
      let unit = 0;
      // 999.5 kB would be rounded to "1000 kB": step over to the next unit before that.
      while (value >= 999.5 && unit < units.length - 1) {
        value /= 1000;
        unit += 1;
      }
      return `${(unit < 2 || value >= 100 ? whole : upToTenths).format(value)} ${units[unit]}`;
    },
    /** A day ("2026-11-25") as month-day-year, never shifted by a time zone: "11/25/2026". */
    day: (day: string) => {
      const [year, monthOfYear, date] = day.slice(0, 10).split('-');
      return `${monthOfYear}/${date}/${year}`;
    },
    /** The date of an instant in New York: "11/20/2026". */
    date: (instant: string | Date) => write(inNewYork, instant).slice(0, 10),
    /** The time of day of an instant in New York: "04:12 PM". */
    time: (instant: string | Date) => write(inNewYork, instant).slice(11),
    /** An instant ("2026-11-20T21:12:00Z") as New York's clock showed it: "11/20/2026 04:12 PM". */
    dateTime: (instant: string | Date) => write(inNewYork, instant),
    /** The same with New York's offset: "04:12 PM UTC-5". */
    timeWithZone: (instant: string | Date) => zoned(instant).slice(11),
    /** An instant with New York's offset: "11/20/2026 04:12 PM UTC-5". */
    dateTimeWithZone: zoned,
    /** How long ago an instant was ("2h ago", "hace 2 h"); its day in New York where that was long ago. */
    ago: (instant: string, now = Date.now()) => {
      const past = Math.max(0, now - Date.parse(instant));
      if (past >= MAX_AGO_MS) return write(inNewYork, instant).slice(0, 10);
      if (past >= DAY_MS) return relative.format(-Math.floor(past / DAY_MS), 'day');
      if (past >= HOUR_MS) return relative.format(-Math.floor(past / HOUR_MS), 'hour');
      return relative.format(-Math.floor(past / MINUTE_MS), 'minute');
    },
    /** New York's offsets at some instants, now where there are none: "UTC−5", "UTC−5/−4". */
    offsets: (instants: readonly string[]) => {
      const hours = (instants.length > 0 ? instants : [new Date()]).map((each) => zoned(each).split('UTC-')[1]);
      return `UTC−${[...new Set(hours)].sort().reverse().join('/−')}`;
    },
    /** The same instant in the viewer's own time zone. */
    ownDateTime: (instant: string | Date) => write(localDateTime, instant),
    /** The day of an instant in New York without its year: "Nov 20", "20 nov". */
    monthAndDay: (instant: string | Date) => monthAndDay.format(new Date(instant)),
    /** A day ("2026-11-25") without its year: "Nov 25", "25 nov". */
    shortDay: (day: string) => monthAndDay.format(new Date(`${day.slice(0, 10)}T12:00:00-05:00`)),
    /** A month ("2026-11") by its name: "November 2026", "noviembre de 2026". */
    month: (text: string) => month.format(firstOf(text)),
    /** The same where there is little room: "Nov", "nov". */
    shortMonth: (text: string) => shortMonth.format(firstOf(text)),
  };
}

/** An amount as it is typed and sent, in both languages: "1250.00". */
export const formatAmountInput = (amount: number): string => amount.toFixed(2);

export type Format = ReturnType<typeof makeFormat>;

const formats = new Map<Language, Format>();

/** How a language of the portal writes numbers and times; nothing else formats them. */
export function getFormat(language: Language): Format {
  const known = formats.get(language) ?? makeFormat(language);
  formats.set(language, known);
  return known;
}

/** How numbers and times are written in the language of the screen. */
export function useFormat(): Format {
  return getFormat(useLanguage());
}
