// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../api/errors';
import type { Run, RunState } from '../../api/imports';
import { createQueryClient, metaKey } from '../../api/queryClient';
import { buildRow, buildRun, serve } from './testing';
import { useApplyCorrected, useRows } from './useRows';
import { buildRunKey, toCallError, useRun, useRunCall } from './useRun';

afterEach(() => void vi.useRealTimers());

/** Options of a hook under test. In strict mode each query would begin twice. */
const withClient = (client = createQueryClient()) => ({
  reactStrictMode: false,
  wrapper: ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  ),
});

/** Return whether a state change of an import invalidates the server's choices. The end of work refetches the list. */
async function refetchesChoices(before: RunState, after: RunState): Promise<boolean | undefined> {
  serve({ 'GET /api/v1/imports/7': () => buildRun({ state: after }) });
  const client = createQueryClient();
  client.setQueryData([metaKey, 'en'], {});
  client.setQueryData(buildRunKey(7), buildRun({ state: before }));
  client.setQueryData(['parts', 'getList'], []);
  client.setQueryData(['clients', 'getList'], []);
  const { result } = renderHook(() => useRun(7), withClient(client));
  expect((await result.current.refetch()).data?.state).toBe(after);
  expect(client.getQueryState(['clients', 'getList'])?.isInvalidated).toBe(false);
  const isListInvalidated = client.getQueryState(['parts', 'getList'])?.isInvalidated;
  expect(isListInvalidated).toBe(before !== after);
  return client.getQueryState([metaKey, 'en'])?.isInvalidated;
}

it('invalidates the choices of forms and filters after rows were written or undone', async () => {
  expect(await refetchesChoices('CHECKING', 'REVIEW')).toBe(false);
  expect(await refetchesChoices('WRITING', 'WRITING')).toBe(false);
  expect(await refetchesChoices('WRITING', 'DONE')).toBe(true);
  expect(await refetchesChoices('UNDOING', 'UNDONE')).toBe(true);
});

/** Render an import with mocked responses; the last one is repeated. */
async function poll(...responses: (() => unknown)[]) {
  vi.useFakeTimers();
  let count = 0;
  serve({
    'GET /api/v1/imports/7': () => {
      count += 1;
      return responses[Math.min(count, responses.length) - 1]?.();
    },
  });
  const { result } = renderHook(() => useRun(7), withClient());
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await advance(10);
  return { result, advance, getCount: () => count };
}
const fail = (status: number) => () => new Response('{"code":"X","message":"No"}', { status });

it.each(['READING', 'CHECKING', 'WRITING', 'UNDOING'] as const)('polls an import in the state %s', async (state) => {
  const { result, advance, getCount } = await poll(
    () => buildRun({ state, progress: 10 }),
    () => buildRun({ state: 'REVIEW' }),
  );
  expect([getCount(), result.current.data?.state]).toEqual([1, state]);
  await advance(720);
  expect([getCount(), result.current.data?.state]).toEqual([2, 'REVIEW']);
  // The server has nothing more to do.
  await advance(20_000);
  expect(getCount()).toBe(2);
});

it('asks again after an error, but not for an import that does not exist', async () => {
  const failing = await poll(fail(500), fail(500), () => buildRun());
  await failing.advance(900);
  expect(failing.getCount()).toBe(2);
  expect(failing.result.current.error).toBeTruthy();
  await failing.advance(3_100);
  expect(failing.result.current.data?.state).toBe('REVIEW');
  const missing = await poll(fail(404));
  await missing.advance(20_000);
  expect(missing.getCount()).toBe(1);
});

it('polls less often while it cannot reach the server', async () => {
  const { advance, getCount } = await poll(() => buildRun({ state: 'WRITING' }), fail(403));
  await advance(720);
  expect(getCount()).toBe(2);
  await advance(2_000);
  expect(getCount()).toBe(2);
  await advance(1_100);
  expect(getCount()).toBe(3);
});

it('shows the response to a request, and refetches the rows and the history', async () => {
  const client = createQueryClient();
  client.setQueryData([...buildRunKey(7), 'rows', 'page'], {});
  client.setQueryData([...buildRunKey(8), 'rows', 'page'], {});
  client.setQueryData(['imports', 'getList', 'all'], {});
  const { result } = renderHook(() => useRunCall(), withClient(client));
  let respond = (_: Run) => {};
  let executed: Promise<Run | null> = Promise.resolve(null);
  const work = () =>
    new Promise<Run>((resolve) => {
      respond = resolve;
    });
  act(() => {
    executed = result.current.execute(work);
  });
  expect(result.current.busy).toBe(true);
  const run = buildRun({ version: 2 });
  await act(async () => respond(run));
  expect(await executed).toBe(run);
  expect(result.current.busy).toBe(false);
  expect(client.getQueryData(buildRunKey(7))).toBe(run);
  const isInvalidated = (...key: unknown[]) => client.getQueryState(key)?.isInvalidated;
  expect(isInvalidated('imports', 7, 'rows', 'page')).toBe(true);
  expect(isInvalidated('imports', 8, 'rows', 'page')).toBe(false);
  expect(isInvalidated('imports', 'getList', 'all')).toBe(true);
});

it('reports the error of a request until it is closed or another one starts', async () => {
  const { result } = renderHook(() => useRunCall(), withClient());
  const run = async (work: () => Promise<Run>) => {
    let saved: Run | null = null;
    await act(async () => {
      saved = await result.current.execute(work);
    });
    return saved;
  };
  expect(await run(() => Promise.reject(new NetworkError()))).toBeNull();
  expect([result.current.busy, result.current.problem?.kind]).toEqual([false, 'offline']);
  act(() => result.current.clearProblem());
  expect(result.current.problem).toBeNull();
  await run(() => Promise.reject(new NetworkError()));
  await run(async () => buildRun());
  expect(result.current.problem).toBeNull();
});

it('lists field errors, as an import has no fields for them', () => {
  const fields = { sheet: ['No such sheet'], 'columns.1': ['Twice', 'Unknown'] };
  expect(toCallError(new ApiError(400, { code: 'VALIDATION', message: 'Please correct', fields }))).toEqual({
    kind: 'refused',
    message: 'Please correct',
    details: ['No such sheet', 'Twice', 'Unknown'],
  });
});

it('applies a correction to the row, to other rows that it changed, and to the counts', async () => {
  const requests = serve({
    'GET /api/v1/imports/7/rows': () => ({ content: [buildRow(1), buildRow(2), buildRow(3)], totalElements: 90 }),
  });
  const client = createQueryClient();
  const run = buildRun();
  client.setQueryData(buildRunKey(7), run);
  const { result } = renderHook(
    () => ({ rows: useRows(run, 2, 'WRONG'), apply: useApplyCorrected(7) }),
    withClient(client),
  );
  await waitFor(() => expect(result.current.rows.data).toBeTruthy());
  const counts = { create: 8, change: 0, same: 0, wrong: 0, skipped: 0, withoutValue: {} };
  const others = [buildRow(3, { verdict: 'SAME' }), buildRow(50)];
  act(() => result.current.apply({ row: buildRow(1, { verdict: 'CHANGE' }), others, counts, version: 5 }));
  await waitFor(() =>
    expect(result.current.rows.data?.content.map(({ number, verdict }) => [number, verdict])).toEqual([
      [1, 'CHANGE'],
      [2, 'CREATE'],
      [3, 'SAME'],
    ]),
  );
  expect(result.current.rows.data?.totalElements).toBe(90);
  expect(client.getQueryData(buildRunKey(7))).toEqual({ ...run, counts, version: 5 });
  expect(requests.map(({ query }) => Object.fromEntries(query))).toEqual([{ page: '2', size: '40', only: 'WRONG' }]);
});

it('keeps the corrected rows as they are when the window gets the focus', async () => {
  const requests = serve({ 'GET /api/v1/imports/7/rows': () => ({ content: [buildRow(1)], totalElements: 1 }) });
  const { result } = renderHook(() => useRows(buildRun(), 0, null), withClient());
  await waitFor(() => expect(result.current.data).toBeTruthy());
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
  });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.query.has('only')).toBe(false);
});
