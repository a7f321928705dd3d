// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, NetworkError } from './http';
import { useInstrumentHistory, useRepairHints, useSerialHint } from './instruments';
import { MetaProvider } from './meta';
import { useOwnProfile } from './ownProfile';
import { useAllParts, useCategories, useParts } from './parts';
import { createQueryClient } from './queryClient';
import { useInstrumentSearch, useSearch } from './search';
import { useSpectra } from './spectra';
import { useTimeline } from './timeline';
import type { Meta } from './types';
import { useServices } from './useServices';

const page = vi.hoisted(() => ({ language: 'en' }));
vi.mock('../core/i18n/useLanguage', () => ({ useLanguage: () => page.language }));
vi.mock('./http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  page.language = 'en';
  sent.mockReset().mockResolvedValue([]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const meta = { user: { username: 'ana' } } as Meta;
type State = { isSuccess: boolean; isError: boolean };
type Hook = () => State;

function run(hook: Hook, client = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MetaProvider value={meta}>{children}</MetaProvider>
    </QueryClientProvider>
  );
  // StrictMode would send each request twice.
  return { client, ...renderHook(hook, { wrapper, reactStrictMode: false }) };
}

const serialHint: Hook = () => useSerialHint(5, 'SN 1');
const repairHints: Hook = () => useRepairHints(7);
const instrumentHistory: Hook = () => useInstrumentHistory(4);
const timeline: Hook = () => useTimeline(7, 1);
const spectra: Hook = () => useSpectra('f1');
const categories: Hook = () => useCategories();
const requests: Hook = () => useSearch('KX');
const instruments: Hook = () => useInstrumentSearch('KX');
const parts: Hook = () => useParts('REPAIR', 'PAGER');
const allParts: Hook = () => useAllParts('PAGER');
const profile: Hook = () => useOwnProfile();
const services: Hook = () => useServices();

describe('a query', () => {
  it.each<[string, Hook]>([
    ['of a serial number', serialHint],
    ['of the units of a repair', repairHints],
    ['of an instrument', instrumentHistory],
    ['of a timeline', timeline],
    ['of a spectrum file', spectra],
    ['of the categories', categories],
    ['that searches requests', requests],
    ['that searches instruments', instruments],
  ])('%s is sent again in another language', async (_, hook) => {
    const { result, rerender } = run(hook);
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    expect(sent).toHaveBeenCalledTimes(1);
    page.language = 'es';
    rerender();
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  });

  it.each<[string, Hook]>([
    ['of the units of a repair', repairHints],
    ['of a timeline', timeline],
    ['of a spectrum file', spectra],
  ])('%s is optional: it is not sent again after an error', async (_, hook) => {
    sent.mockRejectedValue(new NetworkError());
    const { result } = run(hook);
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Hook, number]>([
    ['of a serial number', serialHint, 60],
    ['of the units of a repair', repairHints, 60],
    ['of a timeline', timeline, 60],
    ['of the own profile', profile, 60],
    ['of the categories', categories, 300],
    ['of the parts of a category', parts, 300],
    ['of all parts of a category', allParts, 300],
    ['that searches requests', requests, 10],
    ['that searches instruments', instruments, 10],
    ['without a time of its own', services, 2],
  ])('%s is sent again only after its time', async (_, hook, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = run(hook);
    await waitFor(() => expect(first.result.current.isSuccess).toBe(true));
    first.unmount();
    vi.setSystemTime(Date.now() + seconds * 1_000 - 500);
    run(hook, first.client).unmount();
    expect(sent).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 1_000);
    await act(async () => void run(hook, first.client));
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it('of a spectrum file, which never changes, is sent once', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = run(spectra);
    await waitFor(() => expect(first.result.current.isSuccess).toBe(true));
    vi.setSystemTime(Date.now() + 86_400_000);
    run(spectra, first.client);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Hook]>(
    Object.entries({
      serialHint,
      repairHints,
      instrumentHistory,
      timeline,
      spectra,
      categories,
      requests,
      instruments,
      parts,
      allParts,
      profile,
      services,
    }),
  )('is canceled once its page is left: %s', async (_, hook) => {
    sent.mockReturnValue(new Promise(() => {}));
    const { unmount } = run(hook);
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    unmount();
    expect(sent.mock.calls[0]?.[2]?.signal?.aborted).toBe(true);
  });
});
