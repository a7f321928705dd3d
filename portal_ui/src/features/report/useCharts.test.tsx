// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/queryClient';
import { useCharts } from './charts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('posts the filter, as it may be too long for a URL', async () => {
  const fetch = vi.fn(async (..._: [string, RequestInit]) => new Response('{}'));
  vi.stubGlobal('fetch', fetch);
  const client = createQueryClient();
  renderHook(() => useCharts({ title: 'gate' }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    ),
  });
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  const [url, { method, body }] = fetch.mock.calls.at(-1) as [string, RequestInit];
  expect([method, url, body]).toEqual(['POST', '/api/v1/reports/general/charts', '{"title":"gate"}']);
});

it('fetches the charts of each filter, and never shows those of another one', async () => {
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => new Response(`{"holders": [${body}]}`));
  const client = createQueryClient();
  const { result, rerender } = renderHook(useCharts, {
    initialProps: { clientId: '3' } as Record<string, unknown>,
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current.data).toEqual({ holders: [{ clientId: '3' }] }));
  rerender({ status: 'NEW' });
  expect(result.current.data).toBeUndefined();
  await waitFor(() => expect(result.current.data).toEqual({ holders: [{ status: 'NEW' }] }));
});

it('fetches the names of the other language when the language changes', async () => {
  let count = 0;
  vi.stubGlobal('fetch', async () => {
    count += 1;
    return new Response(`{"holders": [${count}]}`);
  });
  const client = createQueryClient();
  const Counts = () => (
    <>
      {useCharts({}).data?.holders.join()}
      <Link to="/es/report">Español</Link>
    </>
  );
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/en/report']}>
        <Routes>
          <Route path="/:lang/report" element={<Counts />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText(/^\d+/);
  const before = count;
  fireEvent.click(screen.getByRole('link'));
  await waitFor(() => expect(count).toBeGreaterThan(before));
});
