const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Day ("2026-11-24") and 24-hour time ("09:30") in New York. */
export interface NewYorkParts {
  day: string;
  time: string;
}

/** Return the day and time of an instant in New York. */
export function toNewYorkParts(instant: string | number): NewYorkParts {
  const part = Object.fromEntries(clock.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

/** Hours behind UTC in summer and in winter. */
const UTC_OFFSETS_HOURS = [4, 5];

/**
 * Return the instant ("…Z") of a New York day and time, or null if none exists. Null means the hour skipped in spring
 * or an invalid time. In the hour repeated in autumn, the first occurrence is returned.
 */
export const toInstant = (parts: NewYorkParts): string | null => toInstants(parts)[0] ?? null;

/** Return whether a day and time occurs twice, as clocks go back in autumn. */
export const isRepeated = (parts: NewYorkParts): boolean => toInstants(parts).length > 1;

function toInstants({ day, time }: NewYorkParts): string[] {
  const asIfUtc = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(asIfUtc)) return [];
  return UTC_OFFSETS_HOURS.map((hours) => asIfUtc + hours * 3_600_000)
    .filter((instant) => {
      const parts = toNewYorkParts(instant);
      return parts.day === day && parts.time === time;
    })
    .map((instant) => new Date(instant).toISOString());
}
