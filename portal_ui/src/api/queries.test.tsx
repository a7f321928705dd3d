// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, call, NetworkError } from './http';
import { useInstrumentHistory, useRepairHints, useSerialHint } from './instruments';
import { formatFullName, getChoiceName, MetaProvider, useMeta, useMetaQuery, useResourceMeta } from './meta';
import { useIsServiceMissing, useOwnProfile } from './ownProfile';
import { type SelectedPart, useAllParts, useCategoryName, useParts, useRefreshParts, useSelectedPart } from './parts';
import { createQueryClient, shouldRetry } from './queryClient';
import { clearSession, startSession } from './session';
import { countIncompleteSteps, formatSetupProgress, type SetupStep } from './setup';
import { useSpectra } from './spectra';
import { useTimeline } from './timeline';
import type { Meta } from './types';
import { useServices } from './useServices';

vi.mock('./http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);
/** Responses by the end of the path. */
let responses: Record<string, unknown>;

beforeEach(() => {
  responses = {};
  sent.mockReset().mockImplementation(async (_, path) => responses[path.slice(path.lastIndexOf('/') + 1)] ?? null);
});
afterEach(() => {
  cleanup();
  clearSession();
});

const meta = {
  user: { username: 'ana', firstName: 'Ana', lastName: 'Ruiz' },
  resources: [{ name: 'parts' }, { name: 'users' }],
} as unknown as Meta;

/** Run a hook on a Spanish page; its argument can change. */
function run<T, P>(hook: (argument: P) => T, initialProps: NoInfer<P>) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MetaProvider value={meta}>
        <MemoryRouter initialEntries={['/es/x']}>
          <Routes>
            <Route path="/:lang/*" element={children} />
          </Routes>
        </MemoryRouter>
      </MetaProvider>
    </QueryClientProvider>
  );
  // StrictMode would send each request twice.
  return renderHook(hook, { wrapper, initialProps, reactStrictMode: false });
}
const getRequests = () => sent.mock.calls.map(([method, path, options]) => [method, path, options?.query]);

describe('the history of a typed serial number', () => {
  it('is queried for each part and number, and not without a number', async () => {
    const { rerender } = run(([part, serial]: [number, string]) => useSerialHint(part, serial), [5, '']);
    expect(sent).not.toHaveBeenCalled();
    const typed: [number, string][] = [
      [5, 'SN 1'],
      [6, 'SN 1'],
      [6, 'SN 2'],
      [5, 'SN 1'],
    ];
    for (const each of typed) {
      rerender(each);
      await waitFor(() => expect(getRequests()).toContainEqual(query(...each)));
    }
    // The first one is cached.
    expect(sent).toHaveBeenCalledTimes(3);
  });
  const query = (partId: number, serialNumber: string) => [
    'GET',
    '/api/v1/instruments/known',
    { partId, serialNumber },
  ];

  it('is optional: it is not requested again after an error', async () => {
    sent.mockRejectedValue(new NetworkError());
    const { result } = run(() => useSerialHint(5, 'SN 1'), null);
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(sent).toHaveBeenCalledTimes(1);
  });
});

it('finds the history of each unit of a repair by the id of the unit', async () => {
  responses['of-repair'] = [
    { unitId: 3, visits: 1 },
    { unitId: 8, visits: 2 },
  ];
  const { result } = run(() => useRepairHints(7), null);
  await waitFor(() => expect(result.current.data?.get(8)).toEqual({ unitId: 8, visits: 2 }));
  expect(result.current.data?.get(1)).toBeUndefined();
  expect(getRequests()).toEqual([['GET', '/api/v1/instruments/of-repair', { repairId: 7 }]]);
});

it('reads the history of one instrument', async () => {
  const { rerender } = run((id: number) => useInstrumentHistory(id), 4);
  rerender(5);
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  expect(getRequests().at(-1)).toEqual(['GET', '/api/v1/instruments/fetch', { instrumentId: 5 }]);
});

it('reads the timeline of each version of a request, and shows the last one until then', async () => {
  sent.mockResolvedValueOnce({ holder: 'CLIENT' });
  const { result, rerender } = run((version: number) => useTimeline(7, version), 1);
  await waitFor(() => expect(result.current.data).toEqual({ holder: 'CLIENT' }));
  sent.mockResolvedValueOnce({ holder: 'SERVICE' });
  rerender(2);
  expect(result.current.data).toEqual({ holder: 'CLIENT' });
  await waitFor(() => expect(result.current.data).toEqual({ holder: 'SERVICE' }));
});

it('reads a spectrum file with the parts of a request type', async () => {
  const { rerender } = run((kind: 'REPAIR' | 'PARTS' | undefined) => useSpectra('a/b', kind), undefined);
  rerender('PARTS');
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  expect(sent.mock.calls.map(([, path]) => path)).toEqual([
    '/api/v1/files/spectra/a%2Fb?kind=REPAIR',
    '/api/v1/files/spectra/a%2Fb?kind=PARTS',
  ]);
});

it('reads the services only when they are needed', async () => {
  const { rerender } = run((enabled: boolean) => useServices(enabled), false);
  expect(sent).not.toHaveBeenCalled();
  rerender(true);
  await waitFor(() => expect(getRequests()).toEqual([['GET', '/api/v1/service/fetch/all', undefined]]));
});

describe('the own profile', () => {
  it.each([
    [null, true],
    ['Workshop', false],
    [undefined, false],
  ])('lacks a service only if the server says so: %s', async (serviceForClient, isMissing) => {
    responses.profile = { serviceForClient };
    const { result } = run(() => [useIsServiceMissing(), useOwnProfile().data] as const, null);
    expect(result.current[0]).toBe(false);
    await waitFor(() => expect(result.current[1]).toBeTruthy());
    expect(result.current[0]).toBe(isMissing);
  });
});

describe('the parts of a category', () => {
  const raw = { id: 1, partName: 'KX-77', manufacturer: 'Acme', number: 'P-1', imageUrl: '/1', extra: true };
  const part = { id: 1, name: 'KX-77', maker: 'Acme', number: 'P-1', imageUrl: '/1', category: 'PAGER' };

  it('are those that can be requested, and none without a category', async () => {
    responses.category = [raw];
    const { result, rerender } = run((category: string) => useParts('REPAIR', category), '');
    expect(sent).not.toHaveBeenCalled();
    rerender('PAGER');
    await waitFor(() => expect(result.current.data).toEqual([part]));
    const query = { category: 'PAGER', serviceCategories: 'REPAIR' };
    expect(getRequests()).toEqual([['GET', '/api/v1/parts/fetch/by/category', query]]);
  });

  it('contain the part of a form', async () => {
    responses.category = [{ ...raw, id: 2 }, raw];
    const { result } = run(() => useSelectedPart('PARTS', { category: 'PAGER', partId: 1 }), null);
    await waitFor(() => expect(result.current).toEqual(part));
  });

  it('are all for reports, disabled ones included, by maker and model', async () => {
    responses.category = [raw];
    const { result, rerender } = run((category: string) => useAllParts(category), '');
    expect(sent).not.toHaveBeenCalled();
    rerender('PAGER');
    await waitFor(() => expect(result.current.data).toEqual([{ key: '1', name: 'Acme KX-77' }]));
    expect(getRequests()[0]?.[2]).toEqual({ category: 'PAGER', all: true });
  });

  it('refresh the parts of a draft, and report those that are no longer offered', async () => {
    const responses: Record<string, object[]> = { PAGER: [{ ...raw, imageUrl: '/renewed' }], CLOCK: [] };
    sent.mockImplementation(async (_, __, options) => responses[String(options?.query?.category)] ?? []);
    const drafts: SelectedPart[] = [
      { ...part, imageUrl: '/expired' },
      { ...part, id: 2 },
      { ...part, id: 3, category: 'CLOCK' },
    ];
    const { result } = run(() => useRefreshParts('REPAIR', drafts), null);
    const areMissing = () => drafts.map((each) => result.current.isMissing(each));
    // Unknown before the response: such a part must not be reported as missing.
    expect(areMissing()).toEqual([false, false, false]);
    await waitFor(() => expect(areMissing()).toEqual([false, true, true]));
    expect(drafts.map((each) => result.current.getCurrent(each).imageUrl)).toEqual(['/renewed', '/1', '/1']);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it('have a category with a name', async () => {
    responses.categories = [
      { key: 'CLOCK', name: 'Reloj' },
      { key: 'PAGER', name: 'Buscapersonas' },
    ];
    const { result } = run(() => useCategoryName(), null);
    await waitFor(() => expect(result.current('PAGER')).toBe('Buscapersonas'));
    expect(result.current('OTHER')).toBe('');
  });
});

describe('the meta', () => {
  it('is read once per language, and only with a session', async () => {
    run((language: 'en' | 'es') => useMetaQuery(language), 'en');
    expect(sent).not.toHaveBeenCalled();
    cleanup();
    startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
    responses.meta = { role: 'CLIENT' };
    const page = run((language: 'en' | 'es') => useMetaQuery(language), 'en');
    await waitFor(() => expect(page.result.current.data).toEqual({ role: 'CLIENT' }));
    responses.meta = { role: 'SERVICE' };
    page.rerender('es');
    // The page stays on screen until the response.
    expect(page.result.current.data).toEqual({ role: 'CLIENT' });
    await waitFor(() => expect(page.result.current.data).toEqual({ role: 'SERVICE' }));
    page.rerender('en');
    expect(sent.mock.calls.map(([, path, options]) => [path, options?.language])).toEqual([
      ['/api/rest/meta', 'en'],
      ['/api/rest/meta', 'es'],
    ]);
  });

  it('declares resources by name', () => {
    const { result } = run(() => [useResourceMeta('users'), useResourceMeta('other'), useMeta().user.username], null);
    expect(result.current).toEqual([{ name: 'users' }, undefined, 'ana']);
  });

  it('names choices, or shows their key', () => {
    const choices = [
      { key: 'A', name: 'Amber' },
      { key: 'B', name: 'Blue' },
    ];
    expect([getChoiceName(choices, 'B'), getChoiceName(choices, 'C'), getChoiceName(undefined, 'A')]).toEqual([
      'Blue',
      'C',
      'A',
    ]);
  });

  it.each([
    ['Ana', 'Ruiz', 'Ana Ruiz'],
    ['Ana', '', 'Ana'],
    ['', 'Ruiz', 'Ruiz'],
    ['', '', 'ana'],
  ])('formats the user "%s" "%s" as "%s"', (firstName, lastName, name) => {
    expect(formatFullName({ ...meta.user, firstName, lastName })).toBe(name);
  });
});

describe('a failed query', () => {
  it.each([
    ['a lost connection', 0, new NetworkError(), true],
    ['an error of the server', 0, new ApiError(500), true],
    ['a rejection', 0, new ApiError(403), false],
    ['a second lost connection', 1, new NetworkError(), false],
  ])('is retried once after %s', (_, failures, error, isRetried) => {
    expect(shouldRetry(failures, error)).toBe(isRetried);
  });

  it('is sent also while the browser believes to be offline, and so is a write', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect([queries?.networkMode, mutations?.networkMode, mutations?.retry]).toEqual(['always', 'always', false]);
  });
});

it('counts the setup steps that have problems', () => {
  const build = (count: number) => ({ problems: Array(count).fill({}) }) as unknown as SetupStep;
  expect(countIncompleteSteps([build(0), build(2), build(1)])).toBe(2);
  expect(countIncompleteSteps([])).toBe(0);
  expect(countIncompleteSteps(undefined)).toBeUndefined();
  const translate = (key: string, options?: object) => `${key} ${JSON.stringify(options)}`;
  expect(formatSetupProgress(translate, 0)).toBe('setup.complete undefined');
  expect(formatSetupProgress(translate, 2)).toBe('setup.missing {"smart_count":2}');
});
