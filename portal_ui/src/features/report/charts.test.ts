import { describe, expect, it } from 'vitest';
import type { StatusChoice } from '../../api/types';
import { getNiceTicks } from '../../core/ui/niceTicks';
import { buildRowsUrl, getMonthBounds, mergeFilters } from './chartLinks';
import { getUsedStatuses, groupByMonth } from './charts';

const statuses: StatusChoice[] = [
  { key: 'NEW', value: 'New', tone: 'waiting', closed: false },
  { key: 'IN_TRANSIT', value: 'In transit', tone: 'moving', closed: false },
  { key: 'COMPLETED', value: 'Completed', tone: 'done', closed: true },
];

describe('report charts', () => {
  it('include every month from the first to the last, across years', () => {
    const counts = [
      { month: '2026-02', status: 'NEW', total: 2 },
      { month: '2025-11', status: 'NEW', total: 1 },
      { month: '2025-11', status: 'COMPLETED', total: 4 },
    ];
    const months = groupByMonth(counts, statuses);
    expect(months.map(({ month, total }) => [month, total])).toEqual([
      ['2025-11', 5],
      ['2025-12', 0],
      ['2026-01', 0],
      ['2026-02', 2],
    ]);
    // Finished requests are at the bottom.
    expect(months[0]?.segments.map(({ status }) => status.key)).toEqual(['COMPLETED', 'NEW']);
    expect(getUsedStatuses(counts, statuses).map(({ key }) => key)).toEqual(['NEW', 'COMPLETED']);
    expect(groupByMonth([], statuses)).toEqual([]);
  });

  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [16, [0, 5, 10, 15, 20]],
    [1834, [0, 500, 1000, 1500, 2000]],
  ])('have round axis values up to %i', (greatest, lines) => {
    expect(getNiceTicks(greatest)).toEqual({ top: lines.at(-1), lines });
  });

  it('narrow the filter to the rows of a bar and never widen it', () => {
    expect(getMonthBounds('2024-02')).toEqual({ createdFrom: '2024-02-01', createdTo: '2024-02-29' });
    const filters = { clientId: '3', createdFrom: '2026-01-10', createdTo: '2026-12-31' };
    expect(mergeFilters(filters, { ...getMonthBounds('2026-01'), status: 'NEW' })).toEqual({
      clientId: '3',
      status: 'NEW',
      createdFrom: '2026-01-10',
      createdTo: '2026-01-31',
    });
  });

  it('link to the first page of the rows of a bar, in the order of the list', () => {
    const url = buildRowsUrl('?view=charts&page=4&sort=createdAt&order=DESC', { clientId: '3' }, { status: 'NEW' });
    expect(Object.fromEntries(new URLSearchParams(url))).toEqual({
      view: 'rows',
      sort: 'createdAt',
      order: 'DESC',
      filter: JSON.stringify({ clientId: '3', status: 'NEW' }),
    });
  });

  it.each([
    [{ createdFrom: '2025-05-05', createdTo: '2026-02-20' }, '2026-02-01', '2026-02-20'],
    [{ createdFrom: '2026-02-10', createdTo: '2026-03-20' }, '2026-02-10', '2026-02-28'],
    [{}, '2026-02-01', '2026-02-28'],
  ])('link to the days of a month that the filter has: %o', (filters, createdFrom, createdTo) => {
    expect(mergeFilters(filters, getMonthBounds('2026-02'))).toEqual({ createdFrom, createdTo });
  });

  it('replace other filters of a bar', () => {
    expect(mergeFilters({ status: 'NEW', title: 'gate' }, { status: 'SENT' })).toEqual({
      status: 'SENT',
      title: 'gate',
    });
  });
});
