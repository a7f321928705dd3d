// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { InstrumentHistory, Visit } from '../../api/instruments';
import type { Meta } from '../../api/types';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { renderAt } from '../imports/testing';
import { InstrumentHeader } from './InstrumentHeader';

const i18nProvider = await getI18nProviderWith(import.meta.glob('../../../../locale/*/instrumentPage.json'))('en');
const forecast = { likely: '2026-12-05', earliest: '2026-12-01', latest: '2026-12-09' };
const useTimelineMock = vi.hoisted(() => vi.fn());
vi.mock('../../api/timeline', () => ({ useTimeline: useTimelineMock }));
const timeline = { forecast, since: '2026-11-26T00:00:00Z', holder: null };
beforeEach(() => void useTimelineMock.mockReturnValue({ data: timeline }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

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

const choices = { repairStatus: [{ key: 'NON_REPAIRABLE', name: 'Not repairable' }] };

/** Render the header of an instrument. `about` replaces its data, `pages` are those the user may open. */
const open = (more: Partial<Visit>, about: object = {}, pages = ['new-repair'], resources: object[] = []) => {
  const history = {
    ...{
      id: 7,
      partId: 3,
      partName: 'D3S',
      serialNumber: 'AB-1',
      manufacturer: 'Kromek',
      imageUrl: null,
      replacedBy: [],
    },
    category: { key: 'HANDHELD', name: 'Handheld' },
    visits: [{ ...visit, ...more }],
    ...about,
  } as unknown as InstrumentHistory;
  return renderAt(
    <I18nContext.Provider value={i18nProvider}>
      <InstrumentHeader history={history} />
    </I18nContext.Provider>,
    {
      at: '/en/instrument/7',
      route: '/:lang/instrument/:id',
      meta: { pages: pages.map((path) => ({ path })), choices, resources } as unknown as Partial<Meta>,
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

const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
const closed = { completedAt: '2026-11-20T15:00:00Z', status: { key: 'DONE', value: 'Done', tone: 'done' } } as never;

it('links a client to the open request and to remote support, but not to a second repair', async () => {
  await open({});
  expect(links()).toEqual([
    ['Open R-2026-000002', '/en/process-repair/2'],
    ['Request support', '/en/remote-support/new?instrument=7'],
  ]);
  const repair = screen.getByRole<HTMLButtonElement>('button', { name: 'Request repair' });
  expect(repair.disabled).toBe(true);
  expect(document.getElementById(repair.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Already in repair');
});

it('links a client to new requests for an instrument in use', async () => {
  await open(closed);
  expect(links()).toEqual([
    ['Request repair', '/en/new-repair?instrument=7'],
    ['Request support', '/en/remote-support/new?instrument=7'],
  ]);
});

it('links others only to the open request', async () => {
  await open({}, {}, ['instruments']);
  expect(links()).toEqual([['Open R-2026-000002', '/en/process-repair/2']]);
  expect(screen.queryByText('Already in repair')).toBeNull();
  cleanup();
  await open(closed, {}, ['instruments']);
  expect(links()).toEqual([]);
});

it('shows the state and the progress of the open request, and who has it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T23:00:00Z') });
  useTimelineMock.mockReturnValue({ data: { ...timeline, holder: 'SERVICE', holderName: 'Service' } });
  await open({ step: 2, stepCount: 5 } as Partial<Visit>);
  expect(screen.getByText('In repair')).toBeTruthy();
  expect(screen.getByText(/^Step 2 of 5, with the service for 2 days$/)).toBeTruthy();
  expect(useTimelineMock).toHaveBeenCalledWith(2, Date.parse('2026-11-01T00:00:00Z'));
  cleanup();
  vi.setSystemTime(Date.parse('2026-11-26T23:00:00Z'));
  await open({ step: 2, stepCount: 5 } as Partial<Visit>);
  expect(screen.getByText(/^Step 2 of 5, with the service since today$/)).toBeTruthy();
});

it('shows one day if the return is certain, and none without a forecast', async () => {
  useTimelineMock.mockReturnValue({
    data: { ...timeline, forecast: { likely: '2026-12-05', earliest: '2026-12-05', latest: '2026-12-05' } },
  });
  await open({});
  expect(screen.getByText('Out of service for 41 days · back by Dec 5')).toBeTruthy();
  cleanup();
  useTimelineMock.mockReturnValue({ data: undefined });
  await open({ days: 1 });
  expect(screen.getByText('Out of service for 1 day')).toBeTruthy();
});

it('says since when an instrument is back, if its repair was completed', async () => {
  await open(closed);
  expect(screen.getByText('In use')).toBeTruthy();
  expect(screen.getByText('Returned 11/20/2026')).toBeTruthy();
  cleanup();
  await open({ ...(closed as object), status: { key: 'REJECTED', value: 'Rejected', tone: 'rejected' } } as never);
  expect(screen.queryByText(/^Returned/)).toBeNull();
});

it('says that an instrument was replaced or cannot be repaired', async () => {
  const broken = { ...(closed as object), repairStatus: 'NON_REPAIRABLE' } as never;
  await open(broken);
  expect(screen.getByText('Not repairable')).toBeTruthy();
  expect(screen.queryByText('In use')).toBeNull();
  cleanup();
  await open(broken, { replacedBy: [{ id: 9, serialNumber: 'NEW-1' }] });
  expect(screen.getByText('Replaced by NEW-1')).toBeTruthy();
  expect(screen.queryByText('Not repairable')).toBeNull();
});

it('is in use before its first request', async () => {
  await open({}, { visits: [] });
  expect(screen.getByText('In use')).toBeTruthy();
  expect(screen.queryByText(/^Returned/)).toBeNull();
});

it('shows the model, the newest service tag, and the names of category and maker', async () => {
  const visits = [visit, { ...visit, serviceTag: 'TAG-2' }, { ...visit, serviceTag: 'TAG-1' }];
  await open({}, { visits });
  expect(screen.getByRole('heading', { level: 1, name: 'D3S' })).toBeTruthy();
  expect(screen.getByText('Service tag TAG-2')).toBeTruthy();
  expect(screen.getByText('Handheld · Kromek')).toBeTruthy();
  expect(document.title).toContain('D3S AB-1');
  cleanup();
  await open({});
  expect(screen.queryByText(/^Service tag/)).toBeNull();
});

it('opens the picture of the instrument, unless it has none or it is broken', async () => {
  await open({}, { imageUrl: '/image' });
  const picture = () => screen.queryByRole('button', { name: /D3S/ });
  const image = picture()?.querySelector('img') as HTMLImageElement;
  expect(image.getAttribute('src')).toBe('/image');
  fireEvent.error(image);
  expect(picture()).toBeNull();
  cleanup();
  await open({});
  expect(picture()).toBeNull();
});

it('shows the picture in full size on a click', async () => {
  await open({}, { imageUrl: '/image' });
  fireEvent.click(screen.getByRole('button', { name: /D3S/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.querySelector('img')?.getAttribute('src')).toBe('/image');
});

it('says since today if the clock of the device is behind that of the server', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T23:00:00Z') });
  useTimelineMock.mockReturnValue({ data: { ...timeline, holder: 'SERVICE', holderName: 'Service' } });
  await open({ step: 2, stepCount: 5 } as Partial<Visit>);
  expect(screen.getByText(/^Step 2 of 5, with the service since today$/)).toBeTruthy();
});

it('leads back to the list of instruments', async () => {
  const resources = [
    { name: 'instruments', title: 'Instruments', path: 'instruments', create: null, record: { '': 'instrument/{id}' } },
  ];
  await open(closed, {}, ['instruments'], resources);
  expect(links()).toEqual([['Instruments', '/en/instruments']]);
});
