// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it } from 'vitest';
import type { InstrumentHistory, Visit } from '../../api/instruments';
import { startSession } from '../../api/session';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { InstrumentTiles } from './InstrumentTiles';

const i18nProvider = await getI18nProviderWith({
  en: () => import('../../../../locale/en/instrumentPage.json'),
  es: () => import('../../../../locale/es/instrumentPage.json'),
})('en');
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

const open = (visits: Visit[], more: Partial<InstrumentHistory> = {}) =>
  render(
    <I18nContext.Provider value={i18nProvider}>
      <InstrumentTiles
        history={{ times: 1, modelTimes: null, daysAway: 10, visits, ...more } as unknown as InstrumentHistory}
      />
    </I18nContext.Provider>,
  );

it.each([
  ['CLIENT', 'Your average for this model: 2'],
  ['SERVICE', 'Average for the instruments of this model that you can see: 2'],
  ['SUPERVISOR', 'Average for this model: 2'],
])('labels the model average for a %s with the instruments it includes', (role, text) => {
  startSession({ identification: 'ana', token: 't', permissions: [role] } as Parameters<typeof startSession>[0]);
  open([], { modelTimes: 2 });
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
