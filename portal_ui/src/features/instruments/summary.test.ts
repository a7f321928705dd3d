import { describe, expect, it } from 'vitest';
import type { Alias, Visit } from '../../api/instruments';
import { buildLane, findOpenVisit, getVisitCost, groupEntriesByYear, sumCostsByYear } from './summary';

const closed = {
  request: { id: 1, number: 'R-2025-000001' },
  createdAt: '2025-03-01T12:00:00Z',
  completedAt: '2026-02-15T05:00:00Z',
  statusSince: '2026-02-15T05:00:00Z',
  diagnosticInfo: { status: { key: 'FOR_REPAIR', value: 'For repair' }, totalCost: 300 },
  isSpent: true,
  isAwaitingApproval: false,
} as Visit;
const open = {
  ...closed,
  request: { id: 2, number: 'R-2026-000002' },
  createdAt: '2026-10-16T12:00:00Z',
  completedAt: null,
  statusSince: '2026-11-01T00:00:00Z',
  diagnosticInfo: { status: { key: 'FOR_REPAIR', value: 'For repair' }, typeTotals: { diagnostics: 40, parts: 60 } },
  isSpent: false,
  isAwaitingApproval: true,
} as unknown as Visit;
const support = {
  request: { id: 3, number: 'S-2026-000003' },
  kind: 'REMOTE_SUPPORT',
  createdAt: '2026-06-16T04:00:00Z',
} as Alias;
const history = { visits: [open, closed], namedIn: [support] };

describe('summary of an instrument', () => {
  it('sums approved and pending costs by year', () => {
    // The closed one was requested in 2025, but its cost is in the entry of 2026.
    const older = { ...closed, completedAt: '2025-12-31T12:00:00Z' };
    expect(sumCostsByYear([open, closed, older])).toEqual([
      { year: 2026, approved: 300, pending: 100 },
      { year: 2025, approved: 300, pending: 0 },
    ]);
    const quoted = { ...open, isAwaitingApproval: false };
    const undiagnosed = { ...closed, diagnosticInfo: { ...closed.diagnosticInfo, status: null } };
    expect(sumCostsByYear([quoted, undiagnosed])).toEqual([]);
  });

  it('covers twelve months up to the current one', () => {
    const lane = buildLane(history, new Date('2026-11-16T05:00:00Z'));
    expect(lane.months).toHaveLength(12);
    expect([lane.months[0], lane.months[11]]).toEqual(['2025-12', '2026-11']);
    expect(lane.today).toBeCloseTo(11.5 / 12);
    const [present, past] = lane.awayPeriods;
    expect(present?.from).toBeCloseTo(10.5 / 12, 2);
    expect(present?.to).toBe(lane.today);
    expect(past).toEqual({ from: 0, to: expect.closeTo(2.5 / 12, 5) });
    expect(lane.support).toEqual([expect.closeTo(6.5 / 12, 5)]);
  });

  it('omits events before the first month of the chart', () => {
    expect(buildLane(history, new Date('2029-01-01T00:00:00Z')).support).toEqual([]);
    expect(buildLane({ visits: [closed], namedIn: [] }, new Date('2029-01-01T00:00:00Z')).awayPeriods).toEqual([]);
  });

  it('groups entries by year, newest first', () => {
    const read = (filter: 'all' | 'repairs' | 'support') =>
      groupEntriesByYear(history, filter).map(({ year, entries }) => [year, entries.map(({ type }) => type)]);
    expect(read('all')).toEqual([
      [2026, ['state', 'sent', 'mention', 'state']],
      [2025, ['sent']],
    ]);
    expect(read('support')).toEqual([[2026, ['mention']]]);
    expect(read('repairs')).toEqual([
      [2026, ['state', 'sent', 'state']],
      [2025, ['sent']],
    ]);
    expect(findOpenVisit(history.visits)).toBe(open);
    expect(findOpenVisit([closed])).toBeUndefined();
  });

  it('ignores rejected units and units that were not received', () => {
    const rejected = { ...open, initialApproval: 'REJECTED' } as Visit;
    const missing = { ...open, isMissing: true } as Visit;
    expect(findOpenVisit([rejected, missing])).toBeUndefined();
    expect(findOpenVisit([rejected, open])).toBe(open);
    expect(
      buildLane({ visits: [rejected, missing], namedIn: [] }, new Date('2026-11-16T12:00:00Z')).awayPeriods,
    ).toEqual([]);
  });

  it('uses years and months of the New York calendar', () => {
    const newYear = { ...open, createdAt: '2027-01-01T03:00:00Z', statusSince: '2027-01-01T03:30:00Z' } as Visit;
    expect(sumCostsByYear([newYear])).toEqual([{ year: 2026, approved: 0, pending: 100 }]);
    expect(groupEntriesByYear({ visits: [newYear], namedIn: [] }, 'all').map(({ year }) => year)).toEqual([2026]);
    const lane = buildLane({ visits: [newYear], namedIn: [] }, new Date('2027-01-01T04:59:00Z'));
    expect(lane.months[11]).toBe('2026-12');
    expect(lane.today).toBeCloseTo(1, 3);
  });

  it('reads the cost of a visit, which is unknown without a diagnosis or for roles without costs', () => {
    const diagnosis = { status: { key: 'FOR_REPAIR', value: 'For repair' } };
    const cost = (info: object) => getVisitCost({ diagnosticInfo: { ...diagnosis, ...info } } as unknown as Visit);
    expect(cost({ totalCost: 0, typeTotals: { parts: 60 } })).toBe(0);
    expect(cost({ totalCost: null, typeTotals: { diagnostics: 40, parts: 60 } })).toBe(100);
    expect(cost({})).toBeNull();
    expect(cost({ status: null, totalCost: 300 })).toBeNull();
  });

  it('shows only remote support as dots of the chart', () => {
    const parts = { ...support, kind: 'PARTS' } as Alias;
    expect(buildLane({ visits: [], namedIn: [parts] }, new Date('2026-11-16T05:00:00Z')).support).toEqual([]);
  });

  it('sums several costs of a year', () => {
    expect(sumCostsByYear([closed, closed, open, open])).toEqual([{ year: 2026, approved: 600, pending: 200 }]);
    expect(sumCostsByYear([{ ...closed, isAwaitingApproval: true }])).toEqual([
      { year: 2026, approved: 300, pending: 0 },
    ]);
  });
});
