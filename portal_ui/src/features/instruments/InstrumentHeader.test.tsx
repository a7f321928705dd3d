// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import type { InstrumentHistory, Visit } from '../../api/instruments';
import type { Meta } from '../../api/types';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { renderAt } from '../imports/testing';
import { InstrumentHeader } from './InstrumentHeader';

const i18nProvider = await getI18nProviderWith({
  en: () => import('../../../../locale/en/instrumentPage.json'),
  es: () => import('../../../../locale/es/instrumentPage.json'),
})('en');
const forecast = { likely: '2026-12-05', earliest: '2026-12-01', latest: '2026-12-09' };
vi.mock('../../api/timeline', () => ({
  useTimeline: () => ({ data: { forecast, since: '2026-11-26T00:00:00Z', holder: null } }),
}));
afterEach(cleanup);

const visit = {
  request: { id: 2, number: 'R-2026-000002' },
  status: { key: 'IN_SERVICE', value: 'In repair', tone: 'moving' },
  createdAt: '2026-10-16T12:00:00Z',
  completedAt: null,
  statusSince: '2026-11-01T00:00:00Z',
  step: null,
  days: 41,
  initialApproval: 'APPROVED',
  isMissing: false,
} as unknown as Visit;

const open = (more: Partial<Visit>) => {
  const history = {
    ...{ id: 7, partId: 3, partName: 'D3S', serialNumber: 'AB-1', manufacturer: 'Kromek', imageUrl: null, replacedBy: [] },
    category: { key: 'HANDHELD', name: 'Handheld' },
    visits: [{ ...visit, ...more }],
  } as unknown as InstrumentHistory;
  return renderAt(
    <I18nContext.Provider value={i18nProvider}>
      <InstrumentHeader history={history} />
    </I18nContext.Provider>,
    {
      at: '/en/instrument/7',
      route: '/:lang/instrument/:id',
      meta: { pages: [{ path: 'new-repair' }] } as Partial<Meta>,
    },
  );
};

it('shows the expected return of an instrument in repair in one sentence', async () => {
  await open({});
  screen.getByText('Out of service for 41 days · back by Dec 5 (Dec 1 – Dec 9)');
  screen.getByText('Already in repair');
});

it.each([
  ['rejected', { initialApproval: 'REJECTED' } as const, 'In use'],
  ['not received', { isMissing: true }, 'Not received'],
])('allows a new request for an instrument whose unit was %s', async (_, more, state) => {
  await open(more);
  screen.getByText(state);
  expect(screen.queryByText('Already in repair')).toBeNull();
  const link = screen.getByRole('link', { name: 'Request repair' });
  expect(link.getAttribute('href')).toMatch(/\/en\/new-repair\?instrument=7$/);
});
