// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PreviewProvider } from '../../../core/files/preview';
import { buildAction } from '../../../core/process/testing';
import { stubMediaQueries } from '../../../core/ui/testing';
import { CompletionPane, ServiceReviewPane } from './sessionPanes';
import { buildSupport, renderOnPage } from './testing';

beforeEach(() => {
  stubMediaQueries((query) => query.includes('min-width'));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the totals next to the request, and follow-up requests in the action bar, on completion', () => {
  const record = {
    ...buildSupport(),
    title: 'No spectra',
    description: 'The screen stays empty.',
    preferredDate: '2026-11-20T15:00:00Z',
    attachments: [],
    serviceReviewSessions: [],
    totalHours: 2.25,
    lastSessionDate: '2026-11-21',
  } as unknown as ReturnType<typeof buildSupport>;
  const pane = (
    <PreviewProvider>
      <CompletionPane />
    </PreviewProvider>
  );
  const { container } = renderOnPage(record, pane, undefined, ['new-repair']);
  const aside = within(screen.getByRole('complementary', { name: 'About this request' }));
  aside.getByRole('heading', { name: 'No spectra' });
  expect(screen.getAllByText('No spectra')).toHaveLength(1);
  expect(screen.getByText('Total hours').nextElementSibling?.textContent).toBe('2.25 h');
  const bar = container.querySelector<HTMLElement>('[data-action-bar]');
  expect(bar && within(bar).getByRole('link', { name: 'Create repair request' })).toBeTruthy();
});

const session = { id: 7, durationInHours: 0.5, completionDate: '2026-11-20', summary: '' };
const build = (more: object = {}, actions: string[] = []) =>
  ({
    ...buildSupport(
      [],
      actions.map((key) => buildAction(key)),
    ),
    title: 'No spectra',
    description: '',
    preferredDate: '2026-11-20T15:00:00Z',
    attachments: [],
    serviceReviewSessions: [session],
    totalHours: 0.5,
    lastSessionDate: '2026-11-20',
    ...more,
  }) as unknown as ReturnType<typeof buildSupport>;
const show = (record: ReturnType<typeof buildSupport>, pane: ReactNode) =>
  renderOnPage(record, <PreviewProvider>{pane}</PreviewProvider>);
const getFigure = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent;

it('shows the total cost, also of 0, to roles that may read it, and the day of the last session', () => {
  show(build({ totalCost: 0 }), <CompletionPane />);
  expect(getFigure('Total cost')).toBe('$0.00');
  expect(getFigure('Last session')).toMatch(/^Nov 20/);
  expect(screen.getByRole('list', { name: 'Sessions' }).textContent).toContain('No summary');
  cleanup();
  show(build({ totalCost: null, lastSessionDate: null, serviceReviewSessions: [] }), <CompletionPane />);
  expect(getFigure('Total cost')).toBeUndefined();
  expect(getFigure('Last session')).toBe('Not specified');
  expect(screen.queryByRole('list', { name: 'Sessions' })).toBeNull();
});

it('shows no totals of a rejected request, but why it was rejected', () => {
  const approvalComments = { INITIAL: { text: 'Not covered', by: 'Ana', at: '2026-11-20T15:00:00Z' } };
  show(
    build({ status: { key: 'REJECTED', value: 'Rejected', tone: 'rejected' }, approvalComments }),
    <CompletionPane />,
  );
  expect(getFigure('Total hours')).toBeUndefined();
  expect(screen.getByText(/Not covered/)).toBeTruthy();
  cleanup();
  show(build({ approvalComments }), <CompletionPane />);
  expect(screen.queryByText(/Not covered/)).toBeNull();
});

const callLink = () => screen.queryByRole('link', { name: 'Call' });

it('offers links to call the client only to the side that continues', () => {
  show(build({}, ['continue']), <CompletionPane />);
  expect(callLink()).toBeTruthy();
  cleanup();
  show(build(), <CompletionPane />);
  expect(callLink()).toBeNull();
});

it('edits sessions only if the user may save them', () => {
  show(build({}, ['save_session']), <ServiceReviewPane />);
  expect(screen.getByRole('button', { name: 'Edit: Session 1' })).toBeTruthy();
  expect(callLink()).toBeTruthy();
  cleanup();
  show(build(), <ServiceReviewPane />);
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  expect(screen.getByText(/0.5 h in total/)).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Sessions' })).toBeTruthy();
  expect(callLink()).toBeNull();
});

it('says that there are no sessions yet', () => {
  show(build({ serviceReviewSessions: [] }), <ServiceReviewPane />);
  expect(screen.getByText('No sessions recorded yet')).toBeTruthy();
  expect(screen.queryByText(/in total/)).toBeNull();
});

it('closes the sessions when the hour after the completion has ended', () => {
  const window = { enabled: true, endAt: null, secondsLeft: 60 };
  const at = (readAt: number) => build({ serviceReviewSessionsEditMode: window, readAt }, ['save_session']);
  show(at(performance.now()), <ServiceReviewPane />);
  expect(screen.getByRole('button', { name: 'Edit: Session 1' })).toBeTruthy();
  cleanup();
  show(at(performance.now() - 61_000), <ServiceReviewPane />);
  expect(screen.queryByRole('button', { name: 'Edit: Session 1' })).toBeNull();
});

it('shows the pre-call checks of a request that has some', async () => {
  const checkList = [{ id: 1, text: 'Point 1', at: null, by: null }];
  show(build({ checkList }), <CompletionPane />);
  expect(await screen.findByText('Point 1')).toBeTruthy();
  cleanup();
  show(build(), <CompletionPane />);
  expect(screen.queryByText('Pre-call checks')).toBeNull();
});

it('shows the category of an instrument without a serial number, and a serial number without an instrument', () => {
  const part = { partName: 'D3S ID', imageUrl: null, category: { key: 'X', name: 'Handheld' } };
  const instrument = () => screen.queryByRole('region', { name: 'Instrument' })?.textContent;
  show(build({ part, serialNumber: '' }), <CompletionPane />);
  expect(instrument()).toBe('InstrumentD3S IDHandheld');
  cleanup();
  show(build({ part: null, serialNumber: 'SN-1' }), <CompletionPane />);
  expect(instrument()).toBe('InstrumentSN-1');
  cleanup();
  show(build({ part: null, serialNumber: '' }), <CompletionPane />);
  expect(instrument()).toBeUndefined();
});
