// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Notification } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { downloadFile } from '../../../api/download';
import { ApiError } from '../../../api/errors';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { ContactActions } from './ContactActions';
import { RequestAside } from './RequestAside';
import { buildSupport, renderOnPage } from './testing';

vi.mock('../../../api/download', () => ({ downloadFile: vi.fn(async () => undefined) }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

it("shows the caller a link for each of the client's contact methods", () => {
  renderOnPage(buildSupport(), <ContactActions record={buildSupport()} calls />);
  expect(links()).toEqual(['tel:+34600100200', 'https://wa.me/34600100200', 'skype:+34600100200?call']);
  const outside = screen.getAllByRole('link').filter((link) => link.getAttribute('target') === '_blank');
  expect(outside.map((link) => link.getAttribute('rel'))).toEqual(['noopener noreferrer']);
});

it('shows no links to the other side or for an ambiguous number', () => {
  const record = buildSupport();
  renderOnPage(record, <ContactActions record={record} calls={false} />);
  expect(links()).toEqual([]);
  cleanup();
  const typed = { ...record, contact: { ...record.contact, phone: 'ask for Ana' } };
  renderOnPage(record, <ContactActions record={typed} calls />);
  expect(links()).toEqual([]);
});

it('names the methods only where a button does not, with an icon for each app and one for calls', () => {
  const record = {
    ...buildSupport(),
    preferredDate: '2026-11-20T15:00:00Z',
    preferredContactMethods: ['PHONE', 'WHATS_APP', 'VIBER', 'SKYPE'],
    attachments: [],
  } as RemoteSupport;
  renderOnPage(record, <RequestAside calls onBusy={() => {}} />);
  const getIcon = (name: string) =>
    screen.getByRole('link', { name }).querySelector('svg')?.getAttribute('data-testid');
  expect(new Set(['Open WhatsApp', 'Open Viber', 'Open Skype', 'Call'].map(getIcon)).size).toBe(4);
  // Only in print, which has no buttons.
  const isShown = () => !screen.getByText('Contact methods').closest('[data-print-only]');
  expect(isShown()).toBe(false);
  cleanup();
  renderOnPage(record, <RequestAside calls={false} onBusy={() => {}} />);
  expect(isShown()).toBe(true);
});

it('offers no calendar file of a past time', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T15:01:00Z') });
  const record = { ...buildSupport(), preferredDate: '2026-11-20T15:00:00Z' };
  renderOnPage(record, <ContactActions record={record} calls />);
  expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
  expect(links()).toHaveLength(3);
});

it('downloads the preferred time as a calendar file', () => {
  renderOnPage(buildSupport(), <ContactActions record={buildSupport()} calls={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Add to calendar' }));
  expect(downloadFile).toHaveBeenCalledWith('/api/v1/support/calendar', { query: { id: 7 }, fallbackName: 'S-7.ics' });
});

it('says why the calendar file could not be downloaded', async () => {
  vi.mocked(downloadFile).mockRejectedValueOnce(new ApiError(403, { code: 'FORBIDDEN', message: 'Not yours' }));
  const page = (
    <>
      <ContactActions record={buildSupport()} calls={false} />
      <Notification />
    </>
  );
  renderOnPage(buildSupport(), page);
  fireEvent.click(screen.getByRole('button', { name: 'Add to calendar' }));
  expect(await screen.findByText(/Not yours/)).toBeTruthy();
});
