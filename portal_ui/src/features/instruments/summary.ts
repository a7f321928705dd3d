import type { Alias, InstrumentHistory, Visit } from '../../api/instruments';
import { toNewYorkParts } from '../../core/i18n/newYorkTime';

const MONTHS = 12;

/** Return the cost of a visit in USD. Null without a diagnosis, and for roles that may not read costs. */
export function getVisitCost({ diagnosticInfo: { status, totalCost, typeTotals } }: Visit): number | null {
  if (!status) return null;
  const totals = typeTotals && Object.values(typeTotals).reduce((sum, each) => sum + each, 0);
  return totalCost ?? totals ?? null;
}

/** Return whether the instrument leaves its client; a rejected unit does not. */
export const isSentIn = ({ initialApproval }: Visit): boolean => initialApproval !== 'REJECTED';

/** Return whether the service has, had or expects the instrument. A unit that did not arrive never returns. */
export const isAway = (visit: Visit): boolean => isSentIn(visit) && !visit.isMissing;

/** Return the open visit of an instrument that the service has or expects. */
export const findOpenVisit = (visits: readonly Visit[]): Visit | undefined =>
  visits.find((visit) => visit.completedAt === null && isAway(visit));

/** Convert an instant to New York time, expressed in UTC fields. */
const toNewYorkClock = (instant: string | Date): Date => {
  const { day, time } = toNewYorkParts(new Date(instant).getTime());
  return new Date(`${day}T${time}:00Z`);
};

const getNewYorkYear = (instant: string): number => toNewYorkClock(instant).getUTCFullYear();

export interface YearCost {
  year: number;
  approved: number;
  pending: number;
}

/** Sum costs by year of the request, latest first; omit years without costs. */
export function sumCostsByYear(visits: readonly Visit[]): YearCost[] {
  const years = new Map<number, YearCost>();
  for (const visit of visits) {
    const cost = getVisitCost(visit);
    if (!cost || !(visit.isSpent || visit.isAwaitingApproval)) continue;
    // As in the timeline, which shows the cost where the visit ends.
    const year = getNewYorkYear(visit.completedAt ?? visit.createdAt);
    const sums = years.get(year) ?? { year, approved: 0, pending: 0 };
    sums[visit.isSpent ? 'approved' : 'pending'] += cost;
    years.set(year, sums);
  }
  return [...years.values()].sort((a, b) => b.year - a.year);
}

/** Data of the twelve-month chart; positions are shares of its width, 0 to 1. */
export interface Lane {
  /** Months ("2026-11"), oldest first. */
  months: string[];
  awayPeriods: { from: number; to: number }[];
  support: number[];
  today: number;
}

/** Build the chart of the twelve months up to the current one, all equally wide. */
export function buildLane({ visits, namedIn }: Pick<InstrumentHistory, 'visits' | 'namedIn'>, now: Date): Lane {
  const today = toNewYorkClock(now);
  const first = today.getUTCFullYear() * 12 + today.getUTCMonth() - MONTHS + 1;
  const getPosition = (instant: string | Date): number => {
    const at = toNewYorkClock(instant);
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
    const length = Date.UTC(year, month + 1) - Date.UTC(year, month);
    return (year * 12 + month - first + (at.getTime() - Date.UTC(year, month)) / length) / MONTHS;
  };
  const awayPeriods = visits
    .filter(isAway)
    .map(({ createdAt, completedAt }) => ({
      from: Math.max(0, getPosition(createdAt)),
      to: getPosition(completedAt ?? now),
    }))
    .filter(({ to }) => to > 0);
  return {
    months: Array.from({ length: MONTHS }, (_, index) =>
      new Date(Date.UTC(Math.floor((first + index) / 12), (first + index) % 12)).toISOString().slice(0, 7),
    ),
    awayPeriods,
    support: namedIn
      .filter(({ kind }) => kind === 'REMOTE_SUPPORT')
      .map(({ createdAt }) => getPosition(createdAt))
      .filter((at) => at >= 0),
    today: getPosition(now),
  };
}

/** Entry of the timeline: state or submission of a request, or a mention. */
export type TimelineEntry = { at: string } & (
  | { type: 'state' | 'sent'; visit: Visit }
  | { type: 'mention'; mention: Alias }
);
export type TimelineFilter = 'all' | 'repairs' | 'support';

/** Group all entries by year, newest first. */
export function groupEntriesByYear(
  { visits, namedIn }: Pick<InstrumentHistory, 'visits' | 'namedIn'>,
  filter: TimelineFilter,
): { year: number; entries: TimelineEntry[] }[] {
  const entries: TimelineEntry[] = [
    ...(filter === 'support' ? [] : visits).flatMap((visit): TimelineEntry[] => [
      { type: 'state', at: visit.completedAt ?? visit.statusSince, visit },
      { type: 'sent', at: visit.createdAt, visit },
    ]),
    ...(filter === 'repairs' ? [] : namedIn).map(
      (mention): TimelineEntry => ({ type: 'mention', at: mention.createdAt, mention }),
    ),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const years = new Map<number, TimelineEntry[]>();
  for (const entry of entries) {
    const year = getNewYorkYear(entry.at);
    years.set(year, [...(years.get(year) ?? []), entry]);
  }
  return [...years].map(([year, ofYear]) => ({ year, entries: ofYear }));
}
