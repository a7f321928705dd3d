// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from './http';
import { createQueryClient } from './queryClient';
import { useInstrumentSearch, useSearch } from './search';

vi.mock('./http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);
/** Resolve functions of the pending requests, by search term. */
const resolvers = new Map<string, (found: unknown[]) => void>();

beforeEach(() => {
  resolvers.clear();
  sent.mockReset();
  sent.mockImplementation(
    (_method, _path, options) => new Promise((resolve) => resolvers.set(String(options?.query?.word), resolve)),
  );
});
afterEach(cleanup);

function type(useQueryOf: typeof useSearch | typeof useInstrumentSearch, text: string) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/en/']}>
        <Routes>
          <Route path="/:lang/*" element={children} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>
  );
  return renderHook(({ typed }) => useQueryOf(typed), { wrapper, initialProps: { typed: text } });
}
const respond = (term: string, found: unknown[]) => act(async () => resolvers.get(term)?.(found));

it.each([
  ['requests', useSearch],
  ['instruments', useInstrumentSearch],
])('searches %s from two characters on, without the spaces around them', async (_, useQueryOf) => {
  const { rerender } = type(useQueryOf, ' K ');
  expect(sent).not.toHaveBeenCalled();
  rerender({ typed: ' KX ' });
  await waitFor(() => expect([...resolvers.keys()]).toEqual(['KX']));
});

it.each([
  ['requests', useSearch],
  ['instruments', useInstrumentSearch],
])('keeps the %s found last until the next response, and none once the term is cleared', async (_, useQueryOf) => {
  const { result, rerender } = type(useQueryOf, 'KX');
  await respond('KX', [{ id: 1 }]);
  await waitFor(() => expect(result.current.data).toEqual([{ id: 1 }]));
  rerender({ typed: 'KX7' });
  expect(result.current.data).toEqual([{ id: 1 }]);
  await respond('KX7', [{ id: 2 }]);
  await waitFor(() => expect(result.current.data).toEqual([{ id: 2 }]));
  rerender({ typed: 'K' });
  expect(result.current.data).toBeUndefined();
});

it('shows the result of the typed term although an earlier term is answered later', async () => {
  const { result, rerender } = type(useSearch, 'KX');
  rerender({ typed: 'KX7' });
  await respond('KX7', [{ id: 2 }]);
  await respond('KX', [{ id: 1 }]);
  await waitFor(() => expect(result.current.data).toEqual([{ id: 2 }]));
});

it.each([
  ['requests', useSearch],
  ['instruments', useInstrumentSearch],
])('keeps the %s found last also for a term of two characters', async (_, useQueryOf) => {
  const { result, rerender } = type(useQueryOf, 'KX7');
  await respond('KX7', [{ id: 1 }]);
  await waitFor(() => expect(result.current.data).toEqual([{ id: 1 }]));
  rerender({ typed: 'AB' });
  expect(result.current.data).toEqual([{ id: 1 }]);
});
