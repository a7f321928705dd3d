const zone = 'America/New_York';

const shape: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
};

const inNewYork = new Intl.DateTimeFormat('en-US', { ...shape, timeZone: zone });
const here = new Intl.DateTimeFormat('en-US', shape);

function write(format: Intl.DateTimeFormat, time: Date): string {
  return format.format(time).replace(',', '').replaceAll('\u202f', ' ');
}

/** An instant ("2026-11-20T21:12:00Z") as New York's clock showed it: "11/20/2026 04:12 PM". */
export function newYorkTime(instant: string): string {
  return write(inNewYork, new Date(instant));
}

/** The same form in the viewer's own time zone. */
export function ownTime(instant: string): string {
  return write(here, new Date(instant));
}

/** The date part of an instant in New York: "11/20/2026". */
export function newYorkDate(instant: string): string {
  return newYorkTime(instant).slice(0, 10);
}

/** The time of day of an instant in New York: "04:12 PM". */
export function newYorkClock(instant: string): string {
  return newYorkTime(instant).slice(11);
}

/** A day ("2026-11-25") as month-day-year, never shifted by a time zone: "11/25/2026". */
export function dayText(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-');
  return `${month}/${date}/${year}`;
}
