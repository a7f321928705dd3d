// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import type { InstrumentHistory, Visit } from '../../api/instruments';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { renderAt } from '../imports/testing';
import { Timeline } from './Timeline';

const i18nProvider = await getI18nProviderWith(import.meta.glob('../../../../locale/*/instrumentPage.json'))('en');

afterEach(() => void vi.useRealTimers());

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

const meta = {
  resources: [{ name: 'remote-support', record: { REMOTE_SUPPORT: 'remote-support/process/{id}' } }],
  choices: {
    repairStatus: [{ key: 'REPLACED', name: 'Replaced' }],
    kinds: [{ key: 'REMOTE_SUPPORT', name: 'Remote support' }],
  },
};
const mention = {
  request: { id: 3, number: 'S-2026-000003' },
  kind: 'REMOTE_SUPPORT',
  title: 'Counts drift',
  status: { key: 'OPEN', value: 'Open', tone: 'moving' },
  createdAt: '2025-06-16T04:00:00Z',
};
const diagnosed = (more: object) => ({ status: { key: 'FOR_REPAIR', value: 'For repair' }, ...more }) as never;

const open = (more: Partial<Visit> = {}, about: Partial<InstrumentHistory> = {}) => {
  const history = {
    visits: [{ ...visit, ...more }],
    namedIn: [],
    daysAway: 0,
    ...about,
  } as unknown as InstrumentHistory;
  return renderAt(
    <I18nContext.Provider value={i18nProvider}>
      <Timeline history={history} />
    </I18nContext.Provider>,
    { at: '/en/instrument/7', route: '/:lang/instrument/:id', meta: meta as never },
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

const titles = () => screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent);

it('shows all requests by year, newest first, with their links', async () => {
  await open({}, { namedIn: [mention] as never });
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['2026', '2025']);
  expect(titles()).toEqual(['Completed', 'Repair requested', 'Remote support']);
  expect(screen.getByText('No spectra')).toBeTruthy();
  expect(screen.getByText('Counts drift').parentElement?.textContent).toBe('Counts drift · Open');
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['R-2026-000002', '/en/process-repair/2'],
    ['R-2026-000002', '/en/process-repair/2'],
    ['S-2026-000003', '/en/remote-support/process/3'],
  ]);
});

it('filters by kind of request, and keeps the filter if it is chosen again', async () => {
  await open({}, { namedIn: [mention] as never });
  fireEvent.click(screen.getByRole('button', { name: 'Other requests' }));
  expect(titles()).toEqual(['Remote support']);
  fireEvent.click(screen.getByRole('button', { name: 'Other requests' }));
  expect(titles()).toEqual(['Remote support']);
  fireEvent.click(screen.getByRole('button', { name: 'Repairs' }));
  expect(titles()).toEqual(['Completed', 'Repair requested']);
});

it('offers no filter of one kind, and says that an instrument was never sent in', async () => {
  await open();
  expect(screen.queryByRole('group', { name: 'Show' })).toBeNull();
  await open({}, { visits: [] });
  expect(screen.getByText(/^Not sent in yet/)).toBeTruthy();
});

it.each([
  ['a cost that was spent', true, null],
  ['a quote', false, 'Quoted, not spent'],
])('shows the amount of %s', async (_, isSpent, note) => {
  await open({ isSpent, diagnosticInfo: diagnosed({ totalCost: 61 }) });
  expect(screen.getByText(/\$61\.00/)).toBeTruthy();
  expect(screen.queryByText('Quoted, not spent')?.textContent ?? null).toBe(note);
});

it('shows no amount without a cost', async () => {
  await open({ isSpent: false, diagnosticInfo: diagnosed({ totalCost: 0 }) });
  expect(screen.queryByText(/\$/)).toBeNull();
  expect(screen.queryByText('Quoted, not spent')).toBeNull();
});

it.each([
  ['the diagnosis', { diagnosticInfo: diagnosed({ comment: 'Worn' }) }, 'For repair · Worn'],
  [
    'the repair before the diagnosis, with the successor',
    {
      repairStatus: 'REPLACED',
      replacementSerial: 'NEW-1',
      repairComment: 'Swapped',
      diagnosticInfo: diagnosed({ comment: 'Worn' }),
    },
    'Replaced · Swapped Replaced by NEW-1',
  ],
  ['that the unit did not arrive', { isMissing: true, diagnosticInfo: diagnosed({}) }, 'Not received'],
])('shows as the result of a request %s', async (_, more, text) => {
  await open(more as Partial<Visit>);
  expect(document.body.textContent).toContain(text);
});

it('names no successor of an instrument that was repaired', async () => {
  await open({ repairStatus: 'REPAIRED', replacementSerial: 'NEW-1' } as Partial<Visit>);
  expect(document.body.textContent).not.toContain('NEW-1');
});

it('shows no days out of service while the request is open', async () => {
  await open({ completedAt: null });
  expect(screen.queryByText(/^Out of service for/)).toBeNull();
});

it('describes the chart of the last twelve months', async () => {
  await open({}, { daysAway: 12 });
  expect(screen.getByRole('img', { name: 'The last 12 months: out of service for 12 days' })).toBeTruthy();
});

it('explains the dots of remote support only if the chart has any', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-16T12:00:00Z') });
  const recent = { ...mention, createdAt: '2026-06-16T04:00:00Z' };
  const legend = () => screen.queryAllByText('Remote support').filter(({ tagName }) => tagName === 'SPAN');
  await open({}, { namedIn: [recent] as never });
  expect(legend()).toHaveLength(1);
  cleanup();
  await open();
  expect(legend()).toHaveLength(0);
});

it('shows the files of a request, and no button for none', async () => {
  await open({ attachments: [{ id: 'f1', name: 'note.txt', type: 'text/plain', size: 9, previewUrl: null }] } as never);
  expect(screen.getByRole('button', { name: /R-2026-000002/ }).textContent).toBe('1');
  cleanup();
  await open();
  expect(screen.queryByRole('button', { name: /R-2026-000002/ })).toBeNull();
  expect(screen.queryByText('None')).toBeNull();
});

it('shows all requests at first, and says which ones are shown', async () => {
  await open({}, { namedIn: [mention] as never });
  const pressed = () =>
    ['All', 'Repairs', 'Other requests'].map((name) =>
      screen.getByRole('button', { name }).getAttribute('aria-pressed'),
    );
  expect(pressed()).toEqual(['true', 'false', 'false']);
  fireEvent.click(screen.getByRole('button', { name: 'Repairs' }));
  expect(pressed()).toEqual(['false', 'true', 'false']);
});
