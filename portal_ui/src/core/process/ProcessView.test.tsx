// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { focusManager, notifyManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { TextInput } from 'react-admin';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataProvider } from '../../api/dataProvider';
import { ApiError, call } from '../../api/http';
import { MetaProvider } from '../../api/meta';
import { REQUEST_STALE_MS } from '../../api/recordQuery';
import type { ProcessRecord } from '../../api/requests';
import { startSession } from '../../api/session';
import type { Meta } from '../../api/types';
import { theme } from '../../theme/theme';
import { ProcessPage } from './ProcessPage';
import { createLazyPanes, type ProcessDefinition } from './processContext';
import { StepForm } from './StepForm';
import { buildAction, buildRecord, buildStep, createTestRouter } from './testing';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.mock('../../api/timeline', () => ({ useTimeline: () => ({ data: undefined, isPending: false }) }));
const sent = vi.mocked(call);

type Note = ProcessRecord & { note: string };
type Form = { note: string };
const getValues = ({ note }: Note): Form => ({ note });

/** Pane with one field, which is editable if the server offers `save`. */
function Pane() {
  return (
    <StepForm<Note, Form>
      title="Note"
      action="save"
      write={(_, data) => ({ action: 'saveTransit', data })}
      successMessage="saved"
      getValues={getValues}
      fields={[]}
      inputs={<TextInput source="note" label="Note" />}
      view={<p>only to read</p>}
    />
  );
}

/** Build the record in its first step, or in the next one. */
function buildNote(step: 'WORK' | 'NEXT', version: number, note = ''): Note {
  const isOpen = step === 'WORK';
  const work = buildStep({ state: isOpen ? 'current' : 'done', editable: isOpen });
  const next = buildStep({ key: 'NEXT', label: 'Next', state: isOpen ? 'upcoming' : 'current', enabled: !isOpen });
  const record = buildRecord({ note }, { version, status: { key: step, value: step, tone: 'moving' } });
  const actions = [{ ...buildAction('save'), tab: step }];
  return { ...record, process: { ...record.process, tab: step, steps: [work, next], actions } };
}

const panes = createLazyPanes({
  WORK: async () => ({ default: Pane }),
  NEXT: async () => ({ default: () => <p>the next</p> }),
});
const stale = new ApiError(409, { code: 'STALE', message: 'Changed.' });
let current: Note;

const kind: ProcessDefinition<Note> = {
  kind: 'test',
  resource: 'repairs',
  messages: { moved: () => 'moved' },
  list: 'list',
  history: { resource: 'history', filter: () => ({}) },
  panes,
};

beforeEach(() => {
  sent.mockReset();
  vi.spyOn(dataProvider, 'getOne').mockImplementation(async () => ({ data: current as never }));
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
  current = buildNote('WORK', 1);
});
afterEach(() => {
  cleanup();
  window.location.hash = '';
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  const router = createTestRouter(<ProcessPage kind={kind} />, '/en/record/7');
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  const field = await screen.findByLabelText('Note');
  return { router, type: (text: string) => fireEvent.change(field, { target: { value: text } }) };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const getNote = () => screen.getByLabelText<HTMLInputElement>('Note').value;

/** Save with a version conflict, then load the newer record and keep the text. */
async function simulateConflict(latest: Note) {
  sent.mockRejectedValueOnce(stale);
  current = latest;
  press('Save');
  await screen.findByRole('dialog', { name: 'Someone else changed this request' });
  press('Reload and keep my text');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it('does not add its tab to the address of another page', async () => {
  window.location.hash = '#/en/closed-repairs';
  const { router } = await open();
  expect(router.state.location.search).toBe('');
});

it('opens the working tab of the refetched record, not of the cached one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { router } = await open();
  expect(router.state.location.search).toBe('?tab=WORK');
  await act(() => router.navigate('/elsewhere'));
  vi.setSystemTime(Date.now() + 2 * REQUEST_STALE_MS);
  current = buildNote('NEXT', 2);
  await act(() => router.navigate('/en/record/7'));
  await screen.findByText('the next');
  expect(router.state.location.search).toBe('?tab=NEXT');
});

describe('while another user changes the status', () => {
  const refocus = () =>
    act(() => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });

  it('follows with the working tab', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { router } = await open();
    expect(router.state.location.search).toBe('?tab=WORK');
    vi.setSystemTime(Date.now() + 2 * REQUEST_STALE_MS);
    current = buildNote('NEXT', 2);
    refocus();
    await screen.findByText('the next');
    expect(router.state.location.search).toBe('?tab=NEXT');
  });

  it('keeps a tab that the user opened', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    current = buildNote('NEXT', 1);
    const router = createTestRouter(<ProcessPage kind={kind} />, '/en/record/7?tab=WORK');
    render(
      <ThemeProvider theme={theme}>
        <RouterProvider router={router} />
      </ThemeProvider>,
    );
    await screen.findByText('only to read');
    vi.setSystemTime(Date.now() + 2 * REQUEST_STALE_MS);
    const { process, ...rest } = buildNote('NEXT', 2, 'newer');
    current = { ...rest, process: { ...process, tab: 'LAST', steps: [...process.steps, buildStep({ key: 'LAST' })] } };
    refocus();
    await screen.findByRole('button', { name: 'Go to current step' });
    expect(router.state.location.search).toBe('?tab=WORK');
    press('Go to current step');
    await waitFor(() => expect(router.state.location.search).toBe('?tab=LAST'));
    // The button is gone; its focus is not lost.
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  });
});

describe('a transition', { timeout: 30_000 }, () => {
  const held: (() => void)[] = [];
  const notifyAtOnce = () => notifyManager.setScheduler((notify) => setTimeout(notify, 0));
  afterEach(notifyAtOnce);

  /** Notify observers of a change only after the awaiting code has continued. */
  async function actBeforeNotifications(change: () => unknown) {
    notifyManager.setScheduler((notify) => held.push(notify));
    await act(async () => void change());
    expect(held).not.toEqual([]);
    notifyAtOnce();
    await act(async () => {
      for (const notify of held.splice(0)) notify();
    });
  }

  it('opens the next working tab, however late the cache notifies', async () => {
    const movable = buildNote('WORK', 1);
    const actions = [...movable.process.actions, buildAction('continue', 'Go on')];
    current = { ...movable, process: { ...movable.process, actions } };
    const { router } = await open();
    sent.mockResolvedValue({ version: 2 });
    current = buildNote('NEXT', 2);
    await actBeforeNotifications(() => press('Go on'));
    await screen.findByText('the next');
    expect(router.state.location.search).toBe('?tab=NEXT');
  });

  it('keeps the address of another page that was opened before the response', async () => {
    const movable = buildNote('WORK', 1);
    const actions = [...movable.process.actions, buildAction('continue', 'Go on')];
    current = { ...movable, process: { ...movable.process, actions } };
    const { router } = await open();
    let respond = (_: object) => {};
    sent.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    press('Go on');
    await waitFor(() => expect(sent).toHaveBeenCalled());
    const navigated = vi.fn();
    router.subscribe(navigated);
    window.location.hash = '#/en/closed-repairs';
    current = buildNote('NEXT', 2);
    await actBeforeNotifications(() => respond({ version: 2 }));
    await screen.findByText('only to read');
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(navigated).not.toHaveBeenCalled();
    expect(router.state.location.search).toBe('?tab=WORK');
  });
});

describe('a version conflict', { timeout: 30_000 }, () => {
  it('keeps typed text, which can be saved, and shows no form after its step has ended', async () => {
    const { router, type } = await open();
    type('mine');
    await simulateConflict(buildNote('WORK', 2, 'theirs'));
    expect(getNote()).toBe('mine');
    sent.mockResolvedValue({ version: 3 });
    current = buildNote('NEXT', 3, 'mine');
    press('Save');
    await screen.findByText('only to read');
    expect(screen.queryByLabelText('Note')).toBeNull();
    await act(() => router.navigate('/en/record/7?tab=NEXT'));
    await screen.findByText('the next');
    await act(() => router.navigate('/en/record/7?tab=WORK'));
    await screen.findByText('only to read');
  });

  it('keeps typed text after its step has ended, until it is discarded', async () => {
    const { type } = await open();
    type('mine');
    await simulateConflict(buildNote('NEXT', 2));
    expect(getNote()).toBe('mine');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    press('Discard my text and show the saved version');
    await screen.findByText('only to read');
  });
});

describe('the page around the tabs', { timeout: 30_000 }, () => {
  const show = async (record: Note, address = '/en/record/7', routes: Record<string, string> = {}) => {
    current = record;
    const meta = { resources: [{ path: 'active', record: routes }], pages: [], limits: {}, choices: {} };
    const page = (
      <MetaProvider value={meta as unknown as Meta}>
        <ProcessPage kind={kind} />
      </MetaProvider>
    );
    const router = createTestRouter(page, address);
    render(
      <ThemeProvider theme={theme}>
        <RouterProvider router={router} />
      </ThemeProvider>,
    );
    await screen.findByRole('tabpanel');
    return router;
  };

  it('links to the request that it was created from and to its follow-ups', async () => {
    const other = { kind: 'PARTS', status: { key: 'NEW', value: 'New', tone: 'idle' } } as const;
    const related = [
      { ...other, id: 3, number: 'R-3', isOrigin: true },
      { ...other, id: 9, number: 'P-9', isOrigin: false },
    ] as unknown as Note['related'];
    await show({ ...buildNote('WORK', 1), related }, undefined, { PARTS: 'process-part-request/{id}' });
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['Created from R-3 · New', 'Follow-up P-9 · New']);
    expect(screen.getByRole('link', { name: 'P-9' }).getAttribute('href')).toBe('/en/process-part-request/9');
  });

  it('opens another tab by its step, and keeps the other parameters of the address', async () => {
    const router = await show(buildNote('NEXT', 1), '/en/record/7?from=list');
    await screen.findByText('the next');
    expect(router.state.location.search).toBe('?from=list&tab=NEXT');
    fireEvent.click(screen.getByRole('button', { name: /^Next/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Work/ }));
    await screen.findByText('only to read');
    expect(router.state.location.search).toBe('?from=list&tab=WORK');
    await act(() => router.navigate(-1));
    await screen.findByText('the next');
  });

  it.each([
    [
      'who changed the status, when and how',
      { current: { changedBy: 'Eva', changedAt: '2026-11-20T17:00:00Z' } },
      'NEXT',
      /^Eva changed the status from “WORK” to “NEXT” on 11\/20\/2026 12:00 PM\.$/,
    ],
    [
      'who saved other values, and when',
      { current: { changedBy: 'Eva', changedAt: '2026-11-20T17:00:00Z' } },
      'WORK',
      /^Eva saved changes on 11\/20\/2026 12:00 PM, after you opened this page\.$/,
    ],
    ['that someone else did', {}, 'WORK', /^Someone else saved changes on 11\/20\/2026 0?7:00 AM/],
    ['the message of the server for a step that has ended', { isStepClosed: true }, 'WORK', /^The step is over\.$/],
    [
      'the new status instead, if it changed as well',
      { isStepClosed: true, current: { changedBy: 'Eva', changedAt: '2026-11-20T17:00:00Z' } },
      'NEXT',
      /^Eva changed the status/,
    ],
    [
      'who changed the same rows',
      { rows: [{ list: '', id: 1, current: {}, changedBy: 'Eva' }] },
      'WORK',
      /^Eva changed the same rows\./,
    ],
  ] as const)('tells in a version conflict %s', async (_, details, step, message) => {
    await show(buildNote('WORK', 1));
    fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'mine' } });
    const body = { code: 'STALE', message: 'The step is over.', ...details };
    sent.mockRejectedValueOnce(new ApiError(409, body as never));
    current = buildNote(step, 2, 'theirs');
    press('Save');
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this request' });
    expect(within(dialog).getByText(message)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getNote()).toBe('mine');
  });
});
