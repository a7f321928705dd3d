// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it } from 'vitest';
import type { InstrumentHistory, Visit } from '../../api/instruments';
import { MetaProvider } from '../../api/meta';
import type { Meta } from '../../api/types';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { InstrumentTiles } from './InstrumentTiles';

const i18nProvider = await getI18nProviderWith(import.meta.glob('../../../../locale/*/instrumentPage.json'))('en');
afterEach(cleanup);

const visit = {
  status: { key: 'COMPLETED', value: 'Completed', tone: 'done' },
  createdAt: '2026-03-02T15:00:00Z',
  completedAt: '2026-03-12T15:00:00Z',
  days: 10,
  diagnosticInfo: { status: null },
  initialApproval: 'APPROVED',
  isMissing: false,
} as unknown as Visit;
const missing = { ...visit, completedAt: '2026-09-02T15:00:00Z', days: 1, isMissing: true } as Visit;

const open = (visits: Visit[], more: Partial<InstrumentHistory> = {}, role = 'ADMIN') =>
  render(
    <I18nContext.Provider value={i18nProvider}>
      <MetaProvider value={{ role } as Meta}>
        <InstrumentTiles
          history={{ times: 1, modelTimes: null, daysAway: 10, visits, ...more } as unknown as InstrumentHistory}
        />
      </MetaProvider>
    </I18nContext.Provider>,
  );

it.each([
  ['CLIENT', 'Your average for this model: 2'],
  ['SERVICE', 'Average for the instruments of this model that you can see: 2'],
  ['SUPERVISOR', 'Average for this model: 2'],
])('labels the model average for a %s with the instruments it includes', (role, text) => {
  open([], { modelTimes: 2 }, role);
  expect(screen.getByText(text)).toBeTruthy();
});

it('shows the last return of a received unit and ignores units that did not arrive', () => {
  open([missing, visit]);
  expect(screen.getByText('Last return').parentElement?.textContent).toContain('After 10 days');
  cleanup();
  open([missing]);
  expect(screen.queryByText('Last return')).toBeNull();
});

it('never wraps the amount of the cost tile', () => {
  open([], { totalCost: 4377.9 });
  expect(getComputedStyle(screen.getByText('$4,377.90')).whiteSpace).toBe('nowrap');
});

it('says how many repairs a cost is for, if there is nothing to compare', () => {
  open([], { totalCost: 4377.9 });
  expect(screen.getByText('For 1 repair')).toBeTruthy();
  cleanup();
  open([], { totalCost: 4377.9, modelCost: 20 });
  expect(screen.queryByText(/^Over/)).toBeNull();
});

it('says how much of the year the instrument was out of service', () => {
  open([], { daysAway: 365, times: 1_200 });
  const tile = (name: string) => screen.getByText(name).parentElement?.textContent;
  expect(tile('Out of service, 12 months')).toContain('365 days100% of the time');
  expect(tile('Repairs')).toBe('Repairs1,200');
  cleanup();
  open([], { daysAway: 1 });
  expect(tile('Out of service, 12 months')).toContain('1 day');
});

it('shows the costs only to roles that may read them, also a total of 0', () => {
  open([]);
  expect(screen.queryByText('Repair cost to date')).toBeNull();
  cleanup();
  open([], { totalCost: null } as never);
  expect(screen.queryByText('Repair cost to date')).toBeNull();
  cleanup();
  open([], { totalCost: 0 });
  expect(screen.getByText('$0.00')).toBeTruthy();
});

it('compares the cost with the model, unless a quote waits for approval', () => {
  open([], { totalCost: 60, modelCost: 20 });
  expect(screen.getByText('Average for this model: $20.00')).toBeTruthy();
  cleanup();
  const info = { status: { key: 'FOR_REPAIR', value: 'For repair' }, totalCost: 300 };
  const quoted = { ...visit, diagnosticInfo: info, isSpent: false, isAwaitingApproval: true } as unknown as Visit;
  open([quoted], { totalCost: 60, modelCost: 20 });
  expect(screen.getByText('$300.00 waiting for approval')).toBeTruthy();
  expect(screen.queryByText(/^Average/)).toBeNull();
});

it('shows the day of the newest return, not of an open or rejected request', () => {
  const status = { key: 'REJECTED', value: 'Rejected', tone: 'rejected' };
  const rejected = { ...visit, status, completedAt: '2026-08-02T15:00:00Z', days: 3 } as unknown as Visit;
  open([{ ...visit, completedAt: null } as Visit, rejected, visit, { ...visit, days: 99 } as Visit]);
  const tile = screen.getByText('Last return').parentElement;
  expect(tile?.textContent).toBe('Last return03/12/2026After 10 days out of service');
});
