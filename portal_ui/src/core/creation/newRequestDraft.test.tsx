// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../api/session';
import { buildDraftKey, readDraft, writeDraft } from '../forms/drafts';
import { UnsavedBoundary } from '../forms/UnsavedBoundary';
import { createTestRouter } from '../process/testing';
import { NewRequestPage } from './NewRequestPage';
import { type RequestDraft, useRequestDraft } from './requestDraft';
import { SourceRequestNote } from './SourceRequestPage';
import { useRequestForm } from './useRequestForm';

vi.mock('../../api/ownProfile', () => ({ useIsServiceMissing: () => false }));
vi.mock('../../api/parts', async (original) => ({
  ...(await original<object>()),
  useCategories: () => ({ data: undefined }),
}));

const key = () => buildDraftKey('form', 0, 'NEW');
const getStored = () => readDraft(key())?.values.content;
const [clear, validate] = [vi.fn(), vi.fn()];
const files = [{ id: 'f1', label: 'a.png' }];
let content: string | null;
let draft: RequestDraft<unknown>;

function Page({ contents }: { contents?: string }) {
  const own = useRequestDraft<string>('form', 0, (stored) => (typeof stored === 'string' ? stored : null));
  draft = own;
  const creation = useRequestForm({
    draft: own,
    clear,
    isPristine: false,
    missingReason: null,
    validate,
    files: () => files,
    removeFiles: () => {},
    resource: 'repairs',
    body: () => ({}),
    applyServerErrors: () => ({ fieldErrors: {}, formErrors: [] }),
    successMessage: 'newRepair.sent',
    next: 'active-repairs',
  });
  return (
    <NewRequestPage
      {...{ creation, contents }}
      title="New"
      subtitle="the hint"
      action={<p>the action</p>}
      list="active-repairs"
      record="process-repair"
    >
      <textarea aria-label="Note" />
    </NewRequestPage>
  );
}

/** Open the page; the server still has the files with these ids. */
async function open({ contents, existing = ['f1'] }: { contents?: string; existing?: string[] } = {}) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(existing)));
  const router = createTestRouter(
    <UnsavedBoundary>
      <Page {...(contents && { contents })} />
    </UnsavedBoundary>,
  );
  await act(async () => render(<RouterProvider router={router} />));
  const stop = draft.watch(() => content, 1_000);
  return { router, stop };
}
const restoreDraft = () => writeDraft(key(), { content: 'typed', idempotencyKey: 'k', unanswered: null });

beforeEach(() => {
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  content = 'typed';
});
afterEach(() => {
  cleanup();
  clear.mockReset();
  validate.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the draft of a new request', { timeout: 30_000 }, () => {
  it('is reported below the title: its time, or that it could not be saved', async () => {
    await open();
    expect(screen.getByText('the hint')).toBeTruthy();
    expect(screen.getByText('the action')).toBeTruthy();
    act(() => draft.save());
    expect(screen.getByText(/^Draft saved on this device at/)).toBeTruthy();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    act(() => draft.save());
    expect(screen.getByText("The draft couldn't be saved on this device")).toBeTruthy();
  });

  it.each([
    ['2 units', /^We restored your draft from .*: 2 units\.$/],
    ['', /^We restored your draft from [^:]*:\d\d[^:]*\.$/],
  ])('is announced once restored, with its contents "%s", until that is closed', async (contents, text) => {
    restoreDraft();
    await open({ contents });
    const alert = screen.getByText(text);
    fireEvent.click(within(alert.closest('[role=status]') as HTMLElement).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/We restored/)).toBeNull();
  });

  it('names its files that have expired, until that is closed', async () => {
    restoreDraft();
    await open({ existing: [] });
    const alert = await screen.findByText('1 attachment from your draft has expired. Add it again: a.png.');
    fireEvent.click(within(alert.closest('[role=alert]') as HTMLElement).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/has expired/)).toBeNull();
  });

  it('is deleted with all alerts when the form is cleared, but not on Cancel', async () => {
    restoreDraft();
    await open({ existing: [] });
    await screen.findByText(/has expired/);
    fireEvent.click(screen.getByRole('button', { name: 'Clear form' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(clear).not.toHaveBeenCalled();
    expect(getStored()).toBe('typed');
    fireEvent.click(screen.getByRole('button', { name: 'Clear form' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear form' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(clear).toHaveBeenCalledTimes(1);
    expect(getStored()).toBeUndefined();
    expect(screen.queryByText(/We restored|has expired/)).toBeNull();
  });

  it('of another tab can be replaced by this one', async () => {
    const { stop } = await open();
    act(() => draft.save());
    const oldValue = localStorage.getItem(key());
    writeDraft(key(), { content: 'theirs', idempotencyKey: 'other', unanswered: null });
    const newValue = localStorage.getItem(key());
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: key(), oldValue, newValue })));
    expect(screen.getByText(/^This draft was changed in another tab/)).toBeTruthy();
    expect(screen.queryByText(/^Draft saved/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Keep this version' }));
    expect(getStored()).toBe('typed');
    expect(screen.queryByText(/another tab/)).toBeNull();
    stop();
  });
});

describe('the page of a new request', () => {
  it('is submitted by Ctrl+Enter', async () => {
    await open();
    fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'Enter', ctrlKey: true });
    expect(validate).toHaveBeenCalledTimes(1);
  });

  it('does not let the browser open a file that is dropped next to a field, until it is left', async () => {
    await open();
    const drop = (name: string, types: string[]) => {
      const event = new Event(name, { bubbles: true, cancelable: true });
      Object.assign(event, { dataTransfer: { types } });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([drop('dragover', ['Files']), drop('drop', ['Files'])]).toEqual([true, true]);
    expect(drop('drop', ['text/plain'])).toBe(false);
    cleanup();
    expect([drop('dragover', ['Files']), drop('drop', ['Files'])]).toEqual([false, false]);
  });

  it('links to the request that it is created from', () => {
    const origin = {
      id: 7,
      number: 'S-7',
      title: 'No reading',
      description: 'Dark display',
      serialNumber: '',
      part: null,
      files: [],
    };
    render(<RouterProvider router={createTestRouter(<SourceRequestNote origin={origin} hint="Add a unit" />)} />);
    const link = screen.getByRole('link', { name: 'S-7' });
    expect(link.getAttribute('href')).toBe('/en/remote-support/process/7');
    const text = screen.getByRole('alert').textContent;
    for (const part of ['No reading', 'Dark display', 'Add a unit']) expect(text).toContain(part);
  });
});
