// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../api/meta';
import { createQueryClient } from '../../api/queryClient';
import { checklistQuery } from '../../api/setup';
import type { Meta } from '../../api/types';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { SetupBanner } from './SetupBanner';

const i18nProvider = await getI18nProvider('en');
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Text that appears once the steps are known. */
function Probe() {
  const { data } = useQuery({ ...checklistQuery, enabled: false });
  return data && <p>steps are known</p>;
}

/** Render the banner with a step of `count` problems; `before` is the stored flag. */
function show(pages: string[], count: number, { before = false, at = 'active-repairs' } = {}) {
  const problems = Array.from({ length: count }, () => ({}));
  const fetchMock = vi.fn(async () => new Response(JSON.stringify([{ key: 'catalog', path: 'parts', problems }])));
  vi.stubGlobal('fetch', fetchMock);
  const store = memoryStore({ setupWasMissing: before });
  const meta = { pages: pages.map((path) => ({ path })) } as unknown as Meta;
  const page = (
    <CoreAdminContext queryClient={createQueryClient()} store={store}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={meta}>
          <ThemeProvider theme={theme}>
            <SetupBanner />
            <Probe />
          </ThemeProvider>
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/*', element: page }], { initialEntries: [`/en/${at}`] });
  render(<RouterProvider router={router} />);
  return fetchMock;
}

it('shows the number of incomplete steps, and links to them', async () => {
  show(['setup'], 1);
  expect(await screen.findByText("1 setup step isn't complete.")).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show steps' }).getAttribute('href')).toContain('/en/setup');
});

it('can be closed permanently once all steps are complete', async () => {
  show(['setup'], 0, { before: true });
  expect(await screen.findByText('Everything is set up.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('Everything is set up.')).toBeNull());
});

it.each(['setup', 'settings', 'parts'])('is hidden on the page %s, as on all but the home page', async (at) => {
  const fetchMock = show(['setup'], 1, { at });
  await screen.findByText('steps are known');
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('status')).toBeNull();
});

it('sends no request for roles without the setup page', () => {
  expect(show([], 1)).not.toHaveBeenCalled();
});

it('is not shown before the steps are known, nor complete to users who saw no incomplete ones', async () => {
  show(['setup'], 0);
  expect(screen.queryByRole('status')).toBeNull();
  await screen.findByText('steps are known');
  expect(screen.queryByRole('status')).toBeNull();
});

it('cannot be closed while steps are incomplete', async () => {
  show(['setup'], 1);
  await screen.findByRole('status');
  expect(screen.queryByRole('button')).toBeNull();
});
