// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../../api/http';
import { buildAction } from '../../../core/process/testing';
import RemoteSupportDetailsPane from './RemoteSupportDetailsPane';
import { supportDecision } from './supportUpdates';
import { buildSupport, renderOnPage } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  sent.mockReset();
  sent.mockResolvedValue({ version: 2 });
});
afterEach(cleanup);

it('shows the preferred time in the format of all timestamps', { timeout: 30_000 }, async () => {
  const record = {
    ...buildSupport(),
    preferredDate: '2026-11-20T18:00:00Z',
    initialApproval: 'WAITING_APPROVAL' as const,
    attachments: [],
  };
  renderOnPage(record, <RemoteSupportDetailsPane />);
  const label = await screen.findByText(/^Preferred time/);
  expect(label.parentElement?.querySelector('time')?.textContent).toBe('11/20/2026 01:00 PM');
});

it('has manufacturer, category and serial number of the instrument in one line', { timeout: 30_000 }, async () => {
  const part = {
    imageUrl: null,
    partName: 'D3S ID',
    manufacturer: 'Kromek',
    category: { key: 'HANDHELD', name: 'Handheld' },
  };
  const record = {
    ...buildSupport(),
    preferredDate: '2026-11-20T18:00:00Z',
    initialApproval: 'WAITING_APPROVAL' as const,
    attachments: [],
    part,
    serialNumber: 'D3S-20417',
  };
  renderOnPage(record as never, <RemoteSupportDetailsPane />);
  const serial = await screen.findByText('D3S-20417');
  expect(serial.parentElement?.textContent).toBe('Kromek · Handheld · D3S-20417');
  expect(screen.queryByText('Serial number')).toBeNull();
});

const build = (more: object = {}, actions: string[] = []) =>
  ({
    ...buildSupport(
      [],
      actions.map((key) => buildAction(key)),
    ),
    title: 'No spectra',
    description: 'The screen stays empty.',
    preferredDate: '2026-11-20T18:00:00Z',
    initialApproval: 'WAITING_APPROVAL',
    attachments: [],
    ...more,
  }) as unknown as ReturnType<typeof buildSupport>;
const choice = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const getField = (label: string) => screen.queryByText(label)?.parentElement?.textContent?.replace(label, '');

it('decides on the request, moves the focus to the other choice, and sends the decision once', async () => {
  const approved = build({ initialApproval: 'APPROVED' }, ['initial_approval']);
  renderOnPage(build({}, ['initial_approval']), <RemoteSupportDetailsPane />, approved);
  expect([choice('Approve').ariaPressed, choice('Reject').ariaPressed]).toEqual(['false', 'false']);
  choice('Approve').focus();
  fireEvent.click(choice('Approve'));
  // Shown before the server has answered.
  await waitFor(() => expect(choice('Approve').ariaPressed).toBe('true'));
  expect([choice('Approve').disabled, choice('Reject').disabled]).toEqual([true, false]);
  expect(document.activeElement).toBe(choice('Reject'));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  const [, path, options] = sent.mock.calls[0] ?? [];
  expect([path, options?.query]).toEqual([
    '/api/v1/support/update/initial-approval',
    { remoteSupportId: 7, status: 'APPROVED', version: 1 },
  ]);
});

it('shows the decision that was made, and offers the other one', async () => {
  renderOnPage(build({ initialApproval: 'REJECTED' }, ['initial_approval']), <RemoteSupportDetailsPane />);
  expect([choice('Reject').ariaPressed, choice('Reject').disabled]).toEqual(['true', true]);
  choice('Reject').focus();
  fireEvent.click(choice('Approve'));
  await waitFor(() => expect(sent.mock.calls[0]?.[2]?.query).toMatchObject({ status: 'APPROVED' }));
});

it('offers decisions and a comment to those who decide, and follow-up requests to others', () => {
  renderOnPage(build({}, ['initial_approval']), <RemoteSupportDetailsPane />, undefined, ['new-repair']);
  expect(screen.getByRole('button', { name: /comment/i })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create repair request' })).toBeNull();
  cleanup();
  renderOnPage(build(), <RemoteSupportDetailsPane />, undefined, ['new-repair']);
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Create repair request' })).toBeTruthy();
});

it('sends the last of several decisions, and shows it', () => {
  const decisions = (['REJECTED', 'APPROVED'] as const).map((status) => ({ id: 7, status }));
  const record = build();
  expect(supportDecision.write(record, decisions)).toEqual({ action: 'decide', data: { status: 'APPROVED' } });
  expect(supportDecision.applyDecisions(record, decisions).initialApproval).toBe('APPROVED');
  expect(supportDecision.applyDecisions(record, [])).toBe(record);
});

it('sends a comment on the request', async () => {
  renderOnPage(build({}, ['initial_approval']), <RemoteSupportDetailsPane />);
  fireEvent.click(screen.getByRole('button', { name: /comment/i }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Not covered' } });
  await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: /^Save/ }).disabled).toBe(false));
  fireEvent.click(dialog.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(JSON.stringify(sent.mock.calls[0])).toContain('"status":"INITIAL"');
  expect(JSON.stringify(sent.mock.calls[0])).toContain('Not covered');
});

it.each([
  [true, 'Yes'],
  [false, 'No'],
])('shows whether special support is needed: %s', (specialSupport, text) => {
  renderOnPage(build({ specialSupport }), <RemoteSupportDetailsPane />);
  expect(getField('Special support')).toBe(text);
  expect(getField('Contact methods')).toBe('phone, whats_app, skype');
  expect(screen.getByText('The screen stays empty.')).toBeTruthy();
});

it('shows a serial number without an instrument, and that there are no files', () => {
  renderOnPage(build({ serialNumber: 'SN-1' }), <RemoteSupportDetailsPane />);
  expect(getField('Serial number')).toBe('SN-1');
  expect(screen.getByText('No attachments')).toBeTruthy();
});

it('offers links to call the client to everyone but the client', () => {
  renderOnPage(build({ client: { id: 3, name: 'Customs' } }), <RemoteSupportDetailsPane />);
  expect(screen.getByRole('link', { name: 'Call' })).toBeTruthy();
  cleanup();
  renderOnPage(build(), <RemoteSupportDetailsPane />);
  expect(screen.queryByRole('link', { name: 'Call' })).toBeNull();
});
