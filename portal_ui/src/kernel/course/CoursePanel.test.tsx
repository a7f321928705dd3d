// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../server/http';
import { inRouter } from '../process/testing';
import { CoursePanel } from './CoursePanel';
import type { Course } from './calls';

vi.mock('../../server/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const course: Course = {
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

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T18:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function open(told: Partial<Course> = {}) {
  vi.mocked(call)
    .mockReset()
    .mockResolvedValue({ ...course, ...told });
  render(inRouter(<CoursePanel requestId={7} version={3} withEvents={false} />));
  return within(await screen.findByRole('region', { name: 'Where the request is and its expected date' }));
}

it('tells who has it since when, the days of each, and between which days it is expected to end', async () => {
  const panel = await open();
  panel.getByText('With: Service, since 11/10/2026 (12 days)');
  panel.getByText('Expected by 12/09/2026 (12/01/2026 – 01/04/2027), based on 31 similar requests');
  const held = within(panel.getByRole('list', { name: 'Days with each party' })).getAllByRole('listitem');
  expect(held.map(({ textContent }) => textContent)).toEqual(['Client: 3.4 days', 'Service: 12 days']);
  expect(held.map((each) => each.getAttribute('aria-current'))).toEqual([null, 'true']);
  expect(panel.queryByText('Taking longer than usual')).toBeNull();
  expect(vi.mocked(call).mock.calls[0]?.[2]?.query).toEqual({ requestId: 7 });
});

it('tells whom a new one has been with in words, and fills its bar', async () => {
  const held = [{ holder: 'SUPERVISOR', name: 'Supervisor', days: 0, isPresent: true }] as const;
  const panel = await open({ held: [...held] });
  panel.getByText('Supervisor: less than a day');
  const bar = panel.getByRole('list', { name: 'Days with each party' }).previousElementSibling?.firstElementChild;
  expect(Number(bar && getComputedStyle(bar).flexGrow)).toBeGreaterThanOrEqual(1);
});

it('marks a late one in words, and foresees nothing where too few tell', async () => {
  const late = await open({ isLate: true, forecast: null });
  late.getByText('Taking longer than usual');
  late.getByText(/No estimate available/);
  cleanup();
  const unknown = await open({ forecast: null, since: '2026-11-22T17:30:00Z' });
  expect(unknown.queryByText(/similar request/)).toBeNull();
  unknown.getByText('With: Service, since today');
});

it('tells a closed one when it was closed, and foresees nothing', async () => {
  const panel = await open({ holder: null, holderName: null, forecast: null });
  panel.getByText('Closed on 11/10/2026');
  expect(panel.queryByText(/similar requests/)).toBeNull();
});

it('unfolds what happened, for who has no history', async () => {
  const status = { key: 'NEW', value: 'New', tone: 'waiting' } as const;
  const panel = await open({ events: [{ at: '2026-11-01T17:00:00Z', status }] });
  const summary = panel.getByText('Timeline (1 event)');
  expect(summary.closest('details')?.textContent).toContain('11/01/2026 12:00 PM');
});

it('stays away where the call fails', async () => {
  vi.mocked(call).mockReset().mockRejectedValue(new Error('away'));
  const { container } = render(inRouter(<CoursePanel requestId={7} version={3} withEvents={false} />));
  await vi.waitFor(() => expect(container.querySelector('.MuiCard-root')).toBeNull());
});
