// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { DataProviderContext, I18nContext, NotificationContextProvider, useNotificationContext } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataProvider } from '../../api/dataProvider';
import { createQueryClient } from '../../api/queryClient';
import { startSession } from '../../api/session';
import { getTestI18nProvider } from '../i18n/testing';
import { RequestDraft } from './requestDraft';
import { type CreatedRequestRef, useSubmission } from './useSubmission';

type MockResponse = { status: number; body: unknown } | 'lost';

const responses: MockResponse[] = [];
const sent: { key: string | null; body: unknown; url: string }[] = [];
const client = createQueryClient();
const [clear, onRejected] = [vi.fn(), vi.fn()];
let content = 'typed';

const i18nProvider = await getTestI18nProvider('en');
const missing = { labels: [], remove: vi.fn(async () => 0), dismiss: () => undefined };
const applyServerErrors = vi.fn(() => ({ fieldErrors: { text: 'Too long.' }, formErrors: ['Too many.'] }));

function Page({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <DataProviderContext.Provider value={dataProvider}>
        <I18nContext.Provider value={i18nProvider}>
          <NotificationContextProvider>
            <MemoryRouter initialEntries={['/en/new']}>
              <Routes>
                <Route path="/:lang/*" element={children} />
              </Routes>
            </MemoryRouter>
          </NotificationContextProvider>
        </I18nContext.Provider>
      </DataProviderContext.Provider>
    </QueryClientProvider>
  );
}

function open(matchesSent?: (created: CreatedRequestRef, body: { text: string }) => Promise<boolean>) {
  const draft = new RequestDraft('place', (stored) => stored as string | null);
  draft.watch(() => content, 1_000);
  const { result } = renderHook(
    () => ({
      submission: useSubmission(
        {
          draft,
          resource: 'repairs',
          body: () => ({ text: content }),
          applyServerErrors,
          ...(matchesSent && { matchesSent }),
          query: { clientId: 4 },
          clear,
          onRejected,
          successMessage: 'newRepair.sent',
          next: 'active-repairs',
        },
        missing,
      ),
      at: useLocation().pathname,
      notifications: useNotificationContext().notifications.map(({ message }) => message),
    }),
    { wrapper: Page },
  );
  const submit = async () => {
    act(() => result.current.submission.openConfirm());
    await act(() => result.current.submission.submit());
    return result.current;
  };
  return { draft, result, submit };
}

const created = { status: 200, body: { id: 7, number: 'R-2026-000007' } };
const getStored = () => localStorage.getItem('place');

beforeEach(() => {
  startSession({ identification: 'client', token: 't', permissions: ['CLIENT'] });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, key: new Headers(init.headers).get('Idempotency-Key'), body: JSON.parse(String(init.body)) });
    const response = responses.shift();
    if (!response || response === 'lost') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(response.body), { status: response.status });
  });
});

afterEach(() => {
  cleanup();
  window.location.hash = '';
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  client.clear();
  localStorage.clear();
  responses.length = 0;
  sent.length = 0;
  content = 'typed';
});

describe('a submitted form', () => {
  it('shows a notification but does not navigate if another page was opened before the response', async () => {
    responses.push(created);
    const { submit } = open();
    window.location.hash = '#/en/closed-repairs';
    const { at, notifications } = await submit();
    expect(at).toBe('/en/new');
    expect(notifications).toEqual(['Repair request R-2026-000007 submitted']);
    expect(getStored()).toBeNull();
  });

  it('deletes its draft and opens the list with a notification', async () => {
    responses.push(created);
    const { submit } = open();
    const { at, notifications, submission } = await submit();
    expect(at).toBe('/en/active-repairs');
    expect(notifications).toEqual(['Repair request R-2026-000007 submitted']);
    expect(submission.isConfirmOpen).toBe(false);
    expect(getStored()).toBeNull();
  });

  it('keeps its idempotency key after a lost response, across a reload, until a response arrives', async () => {
    responses.push('lost', { status: 500, body: { code: 'SERVER_ERROR' } });
    const first = open();
    const { submission, at } = await first.submit();
    expect(submission.saveError?.kind).toBe('offline');
    expect(submission.isConfirmOpen).toBe(true);
    expect(at).toBe('/en/new');
    await first.submit();
    cleanup();
    responses.push(created);
    const reloaded = open();
    const after = await reloaded.submit();
    expect(after.at).toBe('/en/active-repairs');
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent).toHaveLength(3);
  });

  it('reports the earlier request if it was changed after a lost response', async () => {
    const rejection = { code: 'KEY_USED', message: 'Sent before.', created: created.body };
    responses.push('lost', { status: 409, body: rejection });
    const { submit } = open();
    await submit();
    content = 'changed';
    const { submission, at, notifications } = await submit();
    expect(submission.alreadyCreated).toEqual({ id: 7, number: 'R-2026-000007' });
    expect(at).toBe('/en/new');
    expect(notifications).toEqual([]);
    expect(getStored()).toBeNull();
  });

  it.each([true, false])(
    'compares a changed form with the request that an earlier attempt created: %s',
    async (same) => {
      responses.push('lost', created);
      const matchesSent = vi.fn(async () => same);
      const { submit } = open(matchesSent);
      await submit();
      content = 'changed';
      const { submission, at } = await submit();
      expect(matchesSent).toHaveBeenCalledWith({ id: 7, number: 'R-2026-000007' }, { text: 'changed' });
      expect(submission.alreadyCreated === null).toBe(same);
      expect(at).toBe(same ? '/en/active-repairs' : '/en/new');
    },
  );

  it('reports no earlier request if it was changed after a rejection', async () => {
    responses.push(
      { status: 400, body: { code: 'VALIDATION', message: 'Invalid.', fields: { text: ['No.'] } } },
      created,
    );
    const { submit, draft } = open();
    const { submission } = await submit();
    expect(submission.isConfirmOpen).toBe(false);
    expect(submission.saveError).toEqual({ kind: 'refused', message: 'Invalid.', details: ['Too many.'] });
    expect(applyServerErrors).toHaveBeenCalledTimes(1);
    expect(draft.isUncertain).toBe(false);
    expect(getStored()).toContain('typed');
    content = 'changed';
    expect((await submit()).at).toBe('/en/active-repairs');
  });

  it('is sent once on repeated clicks', async () => {
    responses.push(created);
    const { result } = open();
    await act(async () => {
      await Promise.all([result.current.submission.submit(), result.current.submission.submit()]);
    });
    expect(sent).toHaveLength(1);
  });

  it('is sent with its values and query, and is empty afterwards', async () => {
    responses.push(created);
    await open().submit();
    expect(sent[0]?.body).toEqual({ text: 'typed' });
    expect(new URL(sent[0]?.url ?? '', 'http://portal').searchParams.get('clientId')).toBe('4');
    expect(clear).toHaveBeenCalledTimes(1);
    expect(onRejected).not.toHaveBeenCalled();
  });

  it('makes the lists outdated that may have the new request, but not the profile and the declarations', async () => {
    const keys = [
      ['repairs', 'getList'],
      ['profile', 'ana'],
      ['meta', 'en'],
    ];
    for (const key of keys) client.setQueryData(key, {});
    responses.push(created);
    await open().submit();
    expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, false, false]);
  });

  it('is named by the number of its request if the response has that', async () => {
    responses.push({ status: 200, body: { id: 7, requestId: 'P-2026-000007' } });
    expect((await open().submit()).notifications).toEqual(['Repair request P-2026-000007 submitted']);
  });

  it('stays in the form after a lost response, and with it the error when the dialog is opened again', async () => {
    responses.push('lost');
    const { submit, result } = open();
    await submit();
    expect(clear).not.toHaveBeenCalled();
    expect(onRejected).not.toHaveBeenCalled();
    expect(getStored()).toContain('typed');
    act(() => result.current.submission.close());
    expect(result.current.submission.isConfirmOpen).toBe(false);
    act(() => result.current.submission.openConfirm());
    expect(result.current.submission.saveError?.kind).toBe('offline');
  });

  it('shows no earlier rejection when the dialog is opened again, and says that other data may be outdated', async () => {
    responses.push({ status: 409, body: { code: 'CONFLICT', message: 'There is no service.' } });
    const { submit, result } = open();
    await submit();
    expect(clear).not.toHaveBeenCalled();
    expect(onRejected).toHaveBeenCalledTimes(1);
    expect(result.current.submission.saveError).toMatchObject({ message: 'There is no service.' });
    act(() => result.current.submission.openConfirm());
    expect(result.current.submission.saveError).toBeNull();
    expect(result.current.submission.sending).toBe(false);
  });

  it('shows the error of the server if it finds no request, but all files', async () => {
    responses.push({ status: 404, body: { code: 'NOT_FOUND', message: 'Not found.' } });
    missing.remove.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const { submission } = await open().submit();
    expect(submission.saveError).toMatchObject({ kind: 'refused', message: 'Not found.' });
    expect(applyServerErrors).toHaveBeenCalledTimes(1);
  });

  it('looks for expired files only if the server does not find something', async () => {
    responses.push({ status: 409, body: { code: 'CONFLICT', message: 'No.' } });
    await open().submit();
    expect(missing.remove).not.toHaveBeenCalled();
  });

  it('is busy until the response', async () => {
    responses.push(created);
    const { result } = open();
    let done: Promise<void> | undefined;
    act(() => {
      done = result.current.submission.submit();
    });
    expect(result.current.submission.sending).toBe(true);
    await act(async () => done);
    expect(result.current.submission.sending).toBe(false);
  });

  it('reports expired files if the server does not find them', async () => {
    responses.push({ status: 404, body: { code: 'NOT_FOUND', message: 'Not found.' } });
    missing.remove.mockResolvedValueOnce(2);
    const { submission } = await open().submit();
    expect(submission.saveError).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('2 attachments expired and were removed'),
    });
    expect(applyServerErrors).not.toHaveBeenCalled();
  });
});
