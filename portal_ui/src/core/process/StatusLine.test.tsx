// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../api/http';
import type { RequestTimeline } from '../../api/timeline';
import { getFormat } from '../i18n/format';
import { StatusLine } from './StatusLine';
import { buildRecord, buildStep, withRouter } from './testing';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const timeline: RequestTimeline = {
  held: [
    { holder: 'CLIENT', name: 'Client', days: 3.4, isPresent: false },
    { holder: 'SERVICE', name: 'Service', days: 12, isPresent: true },
  ],
  holder: 'SERVICE',
  holderName: 'Service',
  since: '2026-11-10T17:00:00Z',
  isLate: false,
  forecast: { earliest: '2026-12-01', likely: '2026-12-09', latest: '2027-01-04', cases: 31 },
  events: [],
};
const ownTurn = buildRecord({}, { createdAt: '2026-11-01T17:00:00Z' });
const otherTurn = { ...ownTurn, process: { ...ownTurn.process, isYourTurn: false, turn: 'Waiting for the service.' } };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T18:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function open(overrides: Partial<RequestTimeline> = {}, record = otherTurn) {
  vi.mocked(call)
    .mockReset()
    .mockResolvedValue({ ...timeline, ...overrides });
  render(withRouter(<StatusLine record={record} />));
  const button = await screen.findByRole('button', { expanded: false });
  const summary = button.textContent;
  fireEvent.click(button);
  const details = within(screen.getByRole('dialog', { name: 'Request progress and expected date' }));
  await details.findByText(/^Created/);
  return { summary, details };
}

it('shows the expected date and current party in one line, and the days with each party in the details', async () => {
  const { summary, details } = await open();
  expect(summary).toBe('Expected by Dec 9 (Dec 1 – Jan 4) · with the service for 12 days');
  details.getByText('With the service since 11/10/2026');
  details.getByText('Expected by 12/09/2026 (12/01/2026 – 01/04/2027), based on 31 similar requests');
  const items = within(details.getByRole('list', { name: 'Days with each party' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Client: 3 days', 'Service: 12 days']);
  expect(items.map((each) => each.getAttribute('aria-current'))).toEqual([null, 'true']);
  expect(screen.queryByText('Delayed')).toBeNull();
  expect(vi.mocked(call).mock.calls[0]?.[2]?.query).toEqual({ requestId: 7 });
});

it("shows the courier's date without a range or a number of similar requests", async () => {
  const day = '2026-11-30';
  const { summary, details } = await open({ forecast: { earliest: day, likely: day, latest: day, cases: 0 } });
  expect(summary).toBe('Expected by Nov 30 · with the service for 12 days');
  details.getByText('Expected by 11/30/2026, according to the courier');
});

it('addresses the viewer while it is their turn', async () => {
  const { summary } = await open({ forecast: null, since: '2026-11-22T17:30:00Z' }, ownTurn);
  expect(summary).toBe('With you since today');
});

it('counts yesterday evening in New York as a day, not as today', async () => {
  const evening = await open({ forecast: null, since: '2026-11-22T04:30:00Z' });
  expect(evening.summary).toBe('With the service for 1 day');
  cleanup();
  const midnight = await open({ forecast: null, since: '2026-11-22T05:00:00Z' });
  expect(midnight.summary).toBe('With the service since today');
});

it('counts whole days, as the lists do', async () => {
  const since = '2026-11-12T23:00:00Z';
  const { summary } = await open({ forecast: null, since });
  expect(getFormat('en').ago(since)).toBe('9d ago');
  expect(summary).toBe('With the service for 9 days');
});

it('names the courier, not the viewer, while units are on their way', async () => {
  const { summary } = await open({ holder: 'COURIER', holderName: 'Courier', forecast: null }, ownTurn);
  expect(summary).toBe('With the courier for 12 days');
});

it('shows the times of creation and last change only in the details', async () => {
  const { details } = await open();
  details.getByText('Created 11/01/2026 12:00 PM');
  expect(screen.getAllByText(/^Created/)).toHaveLength(1);
});

it('shows less than a day as text, and fills its bar', async () => {
  const partyTimes = [{ holder: 'SUPERVISOR', name: 'Supervisor', days: 0, isPresent: true }] as const;
  const { details } = await open({ held: [...partyTimes] });
  details.getByText('Supervisor: less than a day');
  const bar = details.getByRole('list', { name: 'Days with each party' }).previousElementSibling?.firstElementChild;
  expect(Number(bar && getComputedStyle(bar).flexGrow)).toBeGreaterThanOrEqual(1);
});

it('marks a late request with text, and shows no date without an estimate', async () => {
  const late = await open({ isLate: true, forecast: null });
  expect(late.summary).toContain('Delayed');
  late.details.getByText(/No estimate available/);
  cleanup();
  const unknown = await open({ forecast: null, since: '2026-11-22T17:30:00Z' });
  expect(unknown.summary).toBe('With the service since today');
  expect(unknown.details.queryByText(/similar request/)).toBeNull();
});

it('shows the closing date of a closed request, and no expected date', async () => {
  const { summary, details } = await open({ holder: null, holderName: null, forecast: null });
  expect(summary).toBe('Closed on Nov 10');
  details.getByText('Closed on 11/10/2026');
  expect(details.queryByText(/similar requests/)).toBeNull();
});

it('shows the timeline only to roles without a History tab', async () => {
  const status = { key: 'NEW', value: 'New', tone: 'waiting' } as const;
  const events = [{ at: '2026-11-01T17:00:00Z', status }];
  const { details } = await open({ events });
  expect(details.getByText('Timeline (1 event)').closest('section')?.textContent).toContain('11/01/2026 12:00 PM');
  cleanup();
  const steps = [buildStep(), buildStep({ key: 'HISTORY', label: 'History' })];
  const withHistory = await open({ events }, { ...otherTurn, process: { ...otherTurn.process, steps } });
  expect(withHistory.details.queryByText(/Timeline/)).toBeNull();
});

it('shows the dates of the request if the forecast fails to load', async () => {
  vi.mocked(call).mockReset().mockRejectedValue(new Error('away'));
  render(withRouter(<StatusLine record={otherTurn} />));
  fireEvent.click(await screen.findByRole('button', { name: 'Request details' }));
  await screen.findByText('Created 11/01/2026 12:00 PM');
});

it("names a single day of similar requests as such, not as the courier's", async () => {
  const day = '2026-11-30';
  const { details } = await open({ forecast: { earliest: day, likely: day, latest: day, cases: 5 } });
  details.getByText('Expected by 11/30/2026, based on 5 similar requests');
});

it('shows the time of the last change, and the party with a part of a day less', async () => {
  const record = { ...otherTurn, updatedAt: '2026-11-21T17:00:00Z' };
  const held = [{ holder: 'CLIENT', name: 'Client', days: 1.9, isPresent: false }] as const;
  const { details } = await open({ held: [...held] }, record);
  details.getByText('Last changed 11/21/2026 12:00 PM');
  details.getByText('Client: 1 day');
});

it('has no bar without days, and no empty timeline', async () => {
  const { details } = await open({ held: [], events: [] });
  expect(details.queryByRole('list')).toBeNull();
  expect(details.queryByText(/^Timeline/)).toBeNull();
});

it.each([
  ['on the turn of the user', ownTurn, true],
  ['on the turn of others', otherTurn, false],
])('offers to open the current step only %s', (_, record, isOffered) => {
  vi.mocked(call).mockReset().mockResolvedValue(timeline);
  const onOpenStep = vi.fn();
  render(withRouter(<StatusLine record={record} onOpenStep={onOpenStep} />));
  const button = screen.queryByRole('button', { name: 'Go to current step' });
  expect(button !== null).toBe(isOffered);
  if (button) fireEvent.click(button);
  expect(onOpenStep).toHaveBeenCalledTimes(isOffered ? 1 : 0);
  cleanup();
  render(withRouter(<StatusLine record={record} />));
  expect(screen.queryByRole('button', { name: 'Go to current step' })).toBeNull();
});

it('closes its details by Escape', async () => {
  await open();
  expect(screen.getByRole('button', { hidden: true, expanded: true })).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await screen.findByRole('button', { expanded: false });
});
