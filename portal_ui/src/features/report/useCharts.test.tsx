// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/queryClient';
import { useCharts } from './charts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
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
