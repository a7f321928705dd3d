// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it } from 'vitest';
import type { InstrumentHistory, Visit } from '../../api/instruments';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { InstrumentTiles } from './InstrumentTiles';

const words = await getI18nProviderWith({
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

const open = (visits: Visit[]) =>
  render(
    <I18nContext.Provider value={words}>
      <InstrumentTiles history={{ times: 1, modelTimes: null, daysAway: 10, visits } as unknown as InstrumentHistory} />
    </I18nContext.Provider>,
  );

it('has the last return of a unit that was received; one that did not arrive never returned', () => {
  open([missing, visit]);
  expect(screen.getByText('Last return').parentElement?.textContent).toContain('After 10 days');
  cleanup();
  open([missing]);
  expect(screen.queryByText('Last return')).toBeNull();
});
