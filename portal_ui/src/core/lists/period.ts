/** Number of months in the opening period of a report, the current one included. */
const OPENING_MONTHS = 12;
export const PERIODS: readonly number[] = [3, 6, OPENING_MONTHS];

/** Return the first day of the last `count` months. */
export function getPeriodStart(opening: string, count: number): string {
  const day = new Date(`${opening}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + OPENING_MONTHS - count);
  return day.toISOString().slice(0, 10);
}

/** Return the number of the last months that begin on a day, if offered. */
export const findPeriod = (opening: string, from: unknown): number | undefined =>
  PERIODS.find((count) => getPeriodStart(opening, count) === from);
