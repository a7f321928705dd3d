// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { CountersProvider } from '../../api/counters';
import { getI18nProvider } from '../i18n/i18nProvider';
import { FailedJobsBanner } from './FailedJobsBanner';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(response: object, language: 'en' | 'es' = 'en', counters: [] | null = null) {
  const fetch = vi.fn(async () => new Response(JSON.stringify({ new: 0, content: [], ...response })));
  vi.stubGlobal('fetch', fetch);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nContext.Provider value={await getI18nProvider(language)}>
      <QueryClientProvider client={client}>
        <CountersProvider value={counters}>
          <FailedJobsBanner />
        </CountersProvider>
      </QueryClientProvider>
    </I18nContext.Provider>,
  );
  return fetch;
}

it.each([
  ['en', /workers aren't running/, /scheduler isn't running/],
  ['es', /segundo plano no están funcionando/, /programador de tareas no está funcionando/],
] as const)('lists the failed processes in %s, as a status', async (language, workers, clock) => {
  await show({ degraded: ['workers', 'clock'] }, language);
  const status = screen.getByRole('status');
  await waitFor(() => expect(status.textContent).toMatch(workers));
  expect(status.textContent).toMatch(clock);
});

it('is empty while everything works', async () => {
  const fetch = await show({ degraded: [] });
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(screen.getByRole('status').textContent).toBe('');
});

it('sends no request for roles that poll their counters', async () => {
  const fetch = await show({}, 'en', []);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(fetch).not.toHaveBeenCalled();
});
