// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../server/session';
import { theme } from '../../theme';
import { testRouter } from '../process/testing';
import { CreationPage } from './CreationPage';
import { useCreationDraft } from './creationDraft';
import { useCreation } from './useCreation';

const service = { missing: false };
vi.mock('./useOwnProfile', () => ({ useServiceMissing: () => service.missing }));

const clear = vi.fn();

function Page() {
  const draft = useCreationDraft<string>('form', 0, () => null);
  const creation = useCreation({
    draft,
    clear,
    untouched: false,
    lacks: null,
    judge: (review) => review(),
    files: () => [],
    removeFiles: () => {},
    method: 'POST',
    path: '/api/v1/create',
    body: () => ({}),
    place: () => ({ count: 0, loose: [] }),
    sentWord: 'newRepair.sent',
    next: 'active-repairs',
  });
  return (
    <CreationPage creation={creation} title="New" list="active-repairs" record="process-repair">
      <button type="button" onClick={() => void creation.submission.submit()}>
        Send
      </button>
    </CreationPage>
  );
}

const open = () =>
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={testRouter(<Page />)} />
    </ThemeProvider>,
  );

beforeEach(() => startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] }));
afterEach(() => {
  cleanup();
  service.missing = false;
  vi.unstubAllGlobals();
});

describe('the page of a new request', { timeout: 30_000 }, () => {
  it('says at once, above the form, that nobody would receive it', () => {
    service.missing = true;
    open();
    const told = screen.getByText(/^Your organisation has no service yet, so nobody would receive this request/);
    expect(told.compareDocumentPosition(screen.getByText('Send'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('forgets a refusal with what is cleared', async () => {
    vi.stubGlobal('fetch', async (url: string) =>
      url.includes('status')
        ? new Response('[]')
        : new Response(JSON.stringify({ code: 'CONFLICT', message: 'There is no service.' }), { status: 409 }),
    );
    open();
    fireEvent.click(screen.getByText('Send'));
    await screen.findByText('There is no service.');
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    const question = await screen.findByRole('dialog');
    const [confirm] = [...question.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Clear');
    fireEvent.click(confirm as HTMLElement);
    await waitFor(() => expect(screen.queryByText('There is no service.')).toBeNull());
    expect(clear).toHaveBeenCalled();
  });
});
