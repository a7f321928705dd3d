const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A day ("2026-11-24") and a time on a 24-hour clock ("09:30") as New York has them. */
export interface NewYorkParts {
  day: string;
  time: string;
}

/** What New York's calendar and clock show at an instant. */
export function toNewYorkParts(instant: string | number): NewYorkParts {
  const part = Object.fromEntries(clock.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

/** Behind UTC in summer, and in winter. */
const UTC_OFFSETS_HOURS = [4, 5];

/**
 * The instant ("…Z") at which New York's clock shows a day and a time; null where it never does: the hour that is left
 * out in spring, or what is no time at all. The hour that comes twice in autumn is taken as its first.
 */
export const toInstant = (parts: NewYorkParts): string | null => toInstants(parts)[0] ?? null;

/** Whether New York's clock shows a day and a time twice, as for an hour of the night in autumn when it goes back. */
export const isRepeated = (parts: NewYorkParts): boolean => toInstants(parts).length > 1;

function toInstants({ day, time }: NewYorkParts): string[] {
  const asIfUtc = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(asIfUtc)) return [];
  return UTC_OFFSETS_HOURS.map((hours) => asIfUtc + hours * 3_600_000)
    .filter((instant) => {
      const shown = toNewYorkParts(instant);
      return shown.day === day && shown.time === time;
    })
    .map((instant) => new Date(instant).toISOString());
}
