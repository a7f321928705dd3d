// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../server/meta';
import { newQueryClient } from '../../server/queryClient';
import type { Meta } from '../../server/types';
import { theme } from '../../theme';
import SearchDialog from './SearchDialog';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const meta = {
  resources: [{ record: { REPAIR: 'process-repair/{id}' } }],
  statuses: {},
  choices: {},
} as unknown as Meta;
const found = (id: number) => [{ id, requestId: `R-${id}`, requestType: 'REPAIR', status: 'NEW', matched: '' }];

it('opens on Enter only what was found for the word that stands there, however late its answer is', async () => {
  let answerLate: (body: unknown) => void = () => {};
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const word = new URL(String(input), 'http://portal').searchParams.get('word');
    const body = word === 'old' ? found(1) : await new Promise((resolve) => (answerLate = resolve));
    return new Response(JSON.stringify(body));
  });
  const page = (
    <CoreAdminContext queryClient={newQueryClient()} basename="/en">
      <MetaProvider value={meta}>
        <SearchDialog onClose={() => {}} />
      </MetaProvider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/*', element: page }], { initialEntries: ['/en/x'] });
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  const field = screen.getByRole('combobox');
  fireEvent.change(field, { target: { value: 'old' } });
  await screen.findByRole('option');
  fireEvent.change(field, { target: { value: 'new' } });
  await screen.findByRole('progressbar');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(router.state.location.pathname).toBe('/en/x');
  await waitFor(() => expect(answerLate.length).toBe(1));
  answerLate(found(2));
  await waitFor(() => expect(screen.getByRole('option').textContent).toContain('R-2'));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(router.state.location.pathname).toBe('/en/process-repair/2');
});
