// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call, NetworkError } from '../../../api/http';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { startSession } from '../../../api/session';
import { PreviewProvider } from '../../../core/files/preview';
import { buildDraftKey, writeDraft } from '../../../core/forms/drafts';
import { buildAction, buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { theme } from '../../../theme/theme';
import { RequestAside } from './RequestAside';
import { SessionsEditor } from './SessionsEditor';
import { getDraftPart, NEW_SESSION_ID } from './sessionForm';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  sent.mockReset();
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const session = (id: number, summary = '') => ({ id, durationInHours: 0.5, completionDate: '2026-11-20', summary });
const withSessions = (...ids: number[]) => {
  const serviceReviewSessions = ids.map((id) => session(id));
  const record = buildRecord({ checkList: [], serviceReviewSessions, totalHours: ids.length / 2 });
  return {
    ...record,
    status: { ...record.status, key: 'SERVICE_REVIEW' },
    process: { ...record.process, actions: [buildAction('save_session'), buildAction('delete_session')] },
  } as unknown as RemoteSupport;
};

const renderEditor = (record: RemoteSupport, newest = record, address?: string, aside: ReactNode = null) =>
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider
        router={createTestRouter(
          <TestPage resource="remoteSupport" record={record} fetchLatest={async () => newest}>
            <SessionsEditor title="Sessions" aside={aside} waiting={false} canSave />
          </TestPage>,
          address,
        )}
      />
    </ThemeProvider>,
  );
const card = (name: string) => within(screen.getByRole('form', { name }));
const edit = (name: string) => fireEvent.click(screen.getByRole('button', { name: `Edit: ${name}` }));
const type = (inside: ReturnType<typeof card>, label: RegExp, text: string) => {
  const field = inside.getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};

it('shows saved sessions as text, with their number and total hours', () => {
  renderEditor(withSessions(7, 8));
  screen.getByText('2 · 1 h in total');
  expect(screen.queryByRole('form')).toBeNull();
  const [first] = within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^1Nov 20(, 2026)? · 0.5 h/);
  within(first as HTMLElement).getByRole('button', { name: 'Delete: Session 1' });
});

it('saves each session separately, keeps unsaved input in others, and shows the saved one as text', async () => {
  sent.mockResolvedValue({ version: 2 });
  const newest = { ...withSessions(7, 8), serviceReviewSessions: [session(7, 'Settings entered'), session(8)] };
  renderEditor(withSessions(7, 8), newest as RemoteSupport);
  edit('Session 1');
  edit('Session 2');
  type(card('Session 1'), /^Summary/, 'Settings entered');
  type(card('Session 2'), /^Summary/, 'Not yet');
  const save = card('Session 1').getByRole<HTMLButtonElement>('button', { name: /^Save/ });
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sent.mock.calls[0]?.[2]?.body).toMatchObject({ id: 7, durationInHours: 0.5, summary: 'Settings entered' });
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Session 1' })).toBeNull());
  expect(await screen.findByText('Settings entered')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit: Session 1' }));
  expect(card('Session 2').getByDisplayValue('Not yet')).toBeTruthy();
});

it('closes an unchanged form at once, and a changed one after a second click', async () => {
  renderEditor(withSessions(7));
  const cancel = () => fireEvent.click(card('Session 1').getByRole('button', { name: 'Cancel' }));
  edit('Session 1');
  expect(document.activeElement).toBe(card('Session 1').getByLabelText(/^Hours/));
  cancel();
  expect(screen.queryByRole('form')).toBeNull();
  edit('Session 1');
  type(card('Session 1'), /^Summary/, 'Begun');
  cancel();
  const discard = await card('Session 1').findByRole('button', { name: 'Discard changes' });
  await waitFor(() => expect(discard.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(discard);
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(Object.keys(localStorage).filter((key) => key.startsWith('portal_draft'))).toEqual([]);
});

it('opens a session with a draft as a form', async () => {
  const page = renderEditor(withSessions(7, 8));
  edit('Session 2');
  type(card('Session 2'), /^Summary/, 'Begun');
  page.unmount();
  renderEditor(withSessions(7, 8));
  expect(await card('Session 2').findByDisplayValue('Begun')).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Session 1' })).toBeNull();
});

it('saves a changed session by Ctrl+Enter, and sends no unchanged one', async () => {
  sent.mockResolvedValue({ version: 2 });
  renderEditor(withSessions(7));
  edit('Session 1');
  const press = () => fireEvent.keyDown(card('Session 1').getByLabelText(/^Summary/), { key: 'Enter', ctrlKey: true });
  press();
  type(card('Session 1'), /^Summary/, 'Settings entered');
  const save = card('Session 1').getByRole<HTMLButtonElement>('button', { name: /^Save/ });
  await waitFor(() => expect(save.disabled).toBe(false));
  expect(sent).not.toHaveBeenCalled();
  press();
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sent.mock.calls[0]?.[2]?.body).toMatchObject({ id: 7, summary: 'Settings entered' });
});

it('uses a new idempotency key after a conflict, and the same key only after a lost response', async () => {
  const changedRecord = { ...withSessions(7), serviceReviewSessions: [session(7, 'Theirs')] } as RemoteSupport;
  renderEditor(withSessions(7), changedRecord);
  edit('Session 1');
  const saveSession = async (text: string) => {
    type(card('Session 1'), /^Summary/, text);
    const save = () => card('Session 1').getByRole<HTMLButtonElement>('button', { name: /^Save/ });
    await waitFor(() => expect(save().disabled).toBe(false));
    const before = sent.mock.calls.length;
    fireEvent.click(save());
    await waitFor(() => expect(sent.mock.calls.length).toBe(before + 1));
    await waitFor(() => expect(sent.mock.settledResults.at(-1)?.type).not.toBe('incomplete'));
    if (sent.mock.settledResults.at(-1)?.type === 'rejected') await waitFor(() => expect(save().disabled).toBe(false));
    else await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    return sent.mock.calls.at(-1)?.[2]?.idempotencyKey;
  };
  sent.mockRejectedValueOnce(new NetworkError());
  sent.mockResolvedValue({ version: 2 });
  const unanswered = await saveSession('First');
  expect(unanswered).toBeTruthy();
  const first = await saveSession('First');
  expect(first).toBe(unanswered);
  expect(await screen.findByText('Theirs')).toBeTruthy();
  edit('Session 1');
  expect(await saveSession('First')).not.toBe(first);
});

it('discards an empty new session without a confirmation, and restores a draft', async () => {
  const page = renderEditor(withSessions());
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'New session' }));
  const drop = () => fireEvent.click(card('Unsaved session').getByRole('button', { name: /^Delete/ }));
  drop();
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();

  open();
  type(card('Unsaved session'), /^Summary/, 'Begun');
  page.unmount();
  renderEditor(withSessions());
  expect(await card('Unsaved session').findByDisplayValue('Begun')).toBeTruthy();
  drop();
  const question = within(await screen.findByRole('dialog'));
  fireEvent.click(question.getAllByRole('button').at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(Object.keys(localStorage).filter((key) => key.startsWith('portal_draft'))).toEqual([]);
});

it('opens the first session without focus; further ones open on the button', () => {
  renderEditor(withSessions());
  expect(screen.getByRole('form', { name: 'Unsaved session' })).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
  cleanup();
  renderEditor(withSessions(7));
  expect(screen.queryByRole('form', { name: 'Unsaved session' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'New session' }));
  expect(document.activeElement).toBe(card('Unsaved session').getByLabelText(/^Hours/));
});

it('closes a new session after it is saved', async () => {
  sent.mockResolvedValue({ version: 2 });
  writeDraft(buildDraftKey('test', 7, `WORK${getDraftPart(NEW_SESSION_ID)}`), {
    durationInHours: '1,5',
    completionDate: '2026-11-20',
  });
  renderEditor(withSessions(7), withSessions(7, 8));
  const save = card('Unsaved session').getByRole<HTMLButtonElement>('button', { name: /^Save/ });
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Unsaved session' })).toBeNull());
  expect(sent.mock.calls[0]?.[2]?.body).toMatchObject({ id: -1, durationInHours: 1.5, completionDate: '2026-11-20' });
  expect(await screen.findByRole('button', { name: 'Edit: Session 2' })).toBeTruthy();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('portal_draft'))).toEqual([]);
});

it.each(['en', 'es'])('shows hours with a decimal point in %s', (language) => {
  renderEditor(withSessions(7), undefined, `/${language}/page`);
  edit('Session 1');
  expect(card('Session 1').getByLabelText<HTMLInputElement>(/^Hours/).value).toBe('0.5');
});

it('shows the request next to the session form', () => {
  const record = {
    ...withSessions(),
    title: 'No spectra',
    description: 'The screen stays empty.',
    contact: { firstName: 'Ana', lastName: 'Gomez', phone: '+995 555 1234', email: 'ana@example.org' },
    preferredContactMethods: [],
    preferredDate: '2026-11-20T15:00:00Z',
    part: { partName: 'D3S ID', imageUrl: null, category: { name: 'Handheld' } },
    serialNumber: 'D3S-44',
    attachments: [],
  } as unknown as RemoteSupport;
  const aside = (
    <PreviewProvider>
      <RequestAside calls={false} onBusy={() => undefined} />
    </PreviewProvider>
  );
  renderEditor(record, record, undefined, aside);
  const complementary = within(screen.getByRole('complementary'));
  complementary.getByRole('heading', { name: 'No spectra' });
  complementary.getByText('The screen stays empty.');
  complementary.getByText('Ana Gomez · +995 555 1234');
  complementary.getByText('D3S ID');
  complementary.getByText('D3S-44');
  complementary.getByText('11/20/2026 10:00 AM');
});

it('does not delete the last session after the review', () => {
  const afterReview = (...ids: number[]) => {
    const record = withSessions(...ids);
    return { ...record, status: { ...record.status, key: 'SERVICE_EVALUATION' } } as RemoteSupport;
  };
  renderEditor(afterReview(7));
  expect(screen.queryByRole('button', { name: 'Delete: Session 1' })).toBeNull();
  edit('Session 1');
  expect(card('Session 1').queryByRole('button', { name: /^Delete/ })).toBeNull();
  cleanup();
  renderEditor(afterReview(7, 8));
  expect(screen.getByRole('button', { name: 'Delete: Session 1' })).toBeTruthy();
});
