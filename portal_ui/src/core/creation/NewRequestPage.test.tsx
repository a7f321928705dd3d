// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../api/session';
import { theme } from '../../theme/theme';
import { UnsavedBoundary } from '../forms/UnsavedBoundary';
import { useUnsavedForm } from '../forms/unsavedForms';
import { createTestRouter } from '../process/testing';
import { NewRequestPage } from './NewRequestPage';
import { useRequestDraft } from './requestDraft';
import { useRequestForm } from './useRequestForm';

const service = { missing: false };
const form = { isPristine: false };
vi.mock('../../api/ownProfile', () => ({ useIsServiceMissing: () => service.missing }));

const uploads = { sending: 0, failed: 0 };
const clear = vi.fn();

function Page() {
  const draft = useRequestDraft<string>('form', 0, () => null);
  const creation = useRequestForm({
    draft,
    clear,
    isPristine: form.isPristine,
    missingReason: null,
    uploads,
    validate: (review) => review(),
    files: () => [],
    removeFiles: () => {},
    resource: 'repairs',
    body: () => ({}),
    applyServerErrors: () => ({ fieldErrors: {}, formErrors: [] }),
    successMessage: 'newRepair.sent',
    next: 'active-repairs',
  });
  return (
    <NewRequestPage creation={creation} title="New" list="active-repairs" record="process-repair">
      <button type="button" onClick={() => void creation.submission.submit()}>
        Send
      </button>
    </NewRequestPage>
  );
}

function open(dialog: ReactNode = null) {
  const page = (
    <UnsavedBoundary>
      <Page />
      {dialog}
    </UnsavedBoundary>
  );
  const router = createTestRouter(page);
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return router;
}

beforeEach(() => startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] }));
afterEach(() => {
  cleanup();
  service.missing = false;
  form.isPristine = false;
  Object.assign(uploads, { sending: 0, failed: 0 });
  clear.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the page of a new request', { timeout: 30_000 }, () => {
  it('ends the content of the bar with the cards of the form', () => {
    open();
    const content = document.querySelector('[data-action-bar] > div:last-of-type');
    expect(content && getComputedStyle(content).maxWidth).toBe('932px');
  });

  it('ends title and cards at one edge', () => {
    open();
    const column = [...document.querySelectorAll('*')].find((each) => getComputedStyle(each).maxWidth === '900px');
    expect(column?.contains(screen.getByRole('heading', { name: 'New' }))).toBe(true);
    expect(column?.contains(screen.getByText('Send'))).toBe(true);
  });

  it('shows a missing repair service above the form', () => {
    service.missing = true;
    open();
    const alert = screen.getByText(/^Your organization has no repair service yet, so requests can't be submitted/);
    expect(alert.compareDocumentPosition(screen.getByText('Send'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it.each([true, false])('offers to discard and to clear only what was entered; pristine: %s', (isPristine) => {
    form.isPristine = isPristine;
    open();
    const offered = screen.queryAllByRole('button', { name: /^(Discard draft|Clear form)$/ });
    expect(offered).toHaveLength(isPristine ? 0 : 2);
  });

  it('dismisses the error when the form is cleared', async () => {
    vi.stubGlobal('fetch', async (url: string) =>
      url.includes('status')
        ? new Response('[]')
        : new Response(JSON.stringify({ code: 'CONFLICT', message: 'There is no service.' }), { status: 409 }),
    );
    open();
    fireEvent.click(screen.getByText('Send'));
    await screen.findByText('There is no service.');
    fireEvent.click(screen.getByRole('button', { name: 'Clear form' }));
    const question = await screen.findByRole('dialog');
    const [confirm] = [...question.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Clear form',
    );
    fireEvent.click(confirm as HTMLElement);
    await waitFor(() => expect(screen.queryByText('There is no service.')).toBeNull());
    expect(clear).toHaveBeenCalled();
  });

  it.each([
    ['in progress', { sending: 1 }],
    ['that failed', { failed: 1 }],
  ])('asks before navigating away from files %s, and keeps the draft', async (_, files) => {
    Object.assign(uploads, files);
    const router = open();
    await act(() => router.navigate('/en/other'));
    expect(router.state.location.pathname).toBe('/en/page');
    expect(screen.getByRole('dialog').textContent).toContain("Files that haven't finished uploading will be lost.");
    fireEvent.click(screen.getByRole('button', { name: 'Leave and keep draft' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/other'));
    expect(clear).not.toHaveBeenCalled();
  });

  it('keeps its draft when a dialog with unsaved changes is discarded', async () => {
    const discard = vi.fn();
    function Dialog() {
      useUnsavedForm({ dirty: true, discard });
      return null;
    }
    const router = open(<Dialog />);
    await act(() => router.navigate('/en/other'));
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/other'));
    expect([discard.mock.calls.length, clear.mock.calls.length]).toEqual([1, 0]);
  });

  it('asks nothing if the draft has everything, nor again after a confirmed discard', async () => {
    const pristine = open();
    await act(() => pristine.navigate('/en/other'));
    expect(pristine.state.location.pathname).toBe('/en/other');
    cleanup();
    uploads.sending = 1;
    const router = open();
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    // The second click is ignored within the time of a double click.
    await act(() => vi.advanceTimersByTimeAsync(700));
    vi.useRealTimers();
    fireEvent.click(screen.getByRole('button', { name: /^Discard everything/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/active-repairs'));
    expect(clear).toHaveBeenCalledTimes(1);
  });
});
