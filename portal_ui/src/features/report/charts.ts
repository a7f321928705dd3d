import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/http';
import type { Charts, StatusChoice, Tone } from '../../api/types';
import { useLanguage } from '../../core/i18n/useLanguage';

export type MonthCount = Charts['months'][number];

/** Maximum number of clients and part models in the response. */
export const MAX_BARS = 20;

export function useCharts(filter: Record<string, unknown>) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['general-report', 'charts', language, filter],
    queryFn: ({ signal }) => call<Charts>('POST', '/api/v1/reports/general/charts', { body: filter, signal }),
  });
}

export type Segment = { status: StatusChoice; total: number };
export type Month = { month: string; total: number; segments: Segment[] };

/** Group counts by month, without gaps, with statuses in column order. */
export function groupByMonth(counts: readonly MonthCount[], statuses: readonly StatusChoice[]): Month[] {
  const known = counts.map(({ month }) => month).sort();
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return [];
  return listMonths(first, last).map((month) => {
    const ofMonth = counts.filter((count) => count.month === month);
    const segments = sortByTone(statuses).flatMap((status) =>
      ofMonth.filter((count) => count.status === status.key).map(({ total }) => ({ status, total })),
    );
    return { month, segments, total: sumTotals(segments) };
  });
}

/** Order of the tones in a column, from bottom to top. */
export const TONE_ORDER: readonly Tone[] = ['done', 'idle', 'moving', 'waiting', 'rejected'];

/** Sort statuses for a column, so that equal colors are adjacent. */
function sortByTone(statuses: readonly StatusChoice[]): StatusChoice[] {
  return TONE_ORDER.flatMap((tone) => statuses.filter((status) => status.tone === tone));
}

function listMonths(first: string, last: string): string[] {
  const months: string[] = [];
  let [year = 0, month = 1] = first.split('-').map(Number);
  for (let text = first; text <= last; ) {
    months.push(text);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
    text = `${year}-${String(month).padStart(2, '0')}`;
  }
  return months;
}

export function sumTotals(rows: readonly { total: number }[]): number {
  return rows.reduce((sum, { total }) => sum + total, 0);
}

/** Return the statuses that occur, in their order. */
export function getUsedStatuses(counts: readonly MonthCount[], statuses: readonly StatusChoice[]): StatusChoice[] {
  const found = new Set(counts.map(({ status }) => status));
  return statuses.filter(({ key }) => found.has(key));
}
