// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { expect, it } from 'vitest';
import type { InstrumentHistory, Visit } from '../../api/instruments';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { renderAt } from '../imports/testing';
import { Timeline } from './Timeline';

const i18nProvider = await getI18nProviderWith({
  en: () => import('../../../../locale/en/instrumentPage.json'),
  es: () => import('../../../../locale/es/instrumentPage.json'),
})('en');

const visit = {
  request: { id: 2, number: 'R-2026-000002' },
  status: { key: 'COMPLETED', value: 'Completed', tone: 'done' },
  createdAt: '2026-10-16T12:00:00Z',
  completedAt: '2026-10-28T12:00:00Z',
  statusSince: '2026-10-28T12:00:00Z',
  days: 12,
  initialApproval: 'APPROVED',
  isMissing: false,
  repairStatus: null,
  diagnosticInfo: { status: null },
  problemDescription: 'No spectra',
  attachments: [],
} as unknown as Visit;

const open = (more: Partial<Visit> = {}) => {
  const history = { visits: [{ ...visit, ...more }], namedIn: [], daysAway: 0 } as unknown as InstrumentHistory;
  return renderAt(
    <I18nContext.Provider value={i18nProvider}>
      <Timeline history={history} />
    </I18nContext.Provider>,
    { at: '/en/instrument/7', route: '/:lang/instrument/:id' },
  );
};

it('shows how long an instrument was out of service', async () => {
  await open();
  expect(screen.getByText('Out of service for 12 days')).toBeTruthy();
});

it.each([
  ['rejected', { initialApproval: 'REJECTED' } as const],
  ['not received', { isMissing: true }],
])('shows no days out of service for an instrument whose unit was %s', async (_, more) => {
  await open(more);
  expect(screen.getByRole('heading', { name: 'Completed' })).toBeTruthy();
  expect(screen.queryByText(/^Out of service for/)).toBeNull();
});
