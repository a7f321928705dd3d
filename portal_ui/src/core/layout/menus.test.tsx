// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../api/meta';
import type { Meta } from '../../api/types';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { stubMediaQueries } from '../ui/testing';
import { LocalesMenuButton, ThemeMenuButton } from './MenuButtons';
import { LocalesMenuEntry, ThemeMenuEntry } from './MenuEntries';
import { ProfileMenu } from './ProfileMenu';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const meta = {
  user: { username: 'ana', firstName: 'Ana', lastName: 'Ruiz' },
  role: 'CLIENT',
  choices: { roles: [] },
} as unknown as Meta;

async function show(children: ReactNode): Promise<void> {
  render(
    <I18nContext.Provider value={await getI18nProvider('es')}>
      <QueryClientProvider client={new QueryClient()}>
        <ThemeProvider theme={theme}>
          <MemoryRouter>
            <MetaProvider value={meta}>{children}</MetaProvider>
          </MemoryRouter>
        </ThemeProvider>
      </QueryClientProvider>
    </I18nContext.Provider>,
  );
}

it.each([
  ['languages', <LocalesMenuButton key="locales" />, 'Español'],
  ['appearances', <ThemeMenuButton key="theme" />, 'Sistema'],
])('focuses the menu of %s, and closes it on Escape', async (_, button, chosen) => {
  await show(button);
  fireEvent.click(screen.getByRole('button'));
  const entry = screen.getByRole('menuitemradio', { name: chosen, checked: true });
  await waitFor(() => expect(document.activeElement).toBe(entry));
  fireEvent.keyDown(entry, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('opens a menu again while it is closing', async () => {
  await show(<ThemeMenuButton />);
  const button = screen.getByRole('button');
  fireEvent.click(button);
  const chosen = screen.getByRole('menuitemradio', { name: 'Sistema' });
  await waitFor(() => expect(document.activeElement).toBe(chosen));
  fireEvent.keyDown(chosen, { key: 'Escape' });
  fireEvent.click(button);
  await waitFor(() => expect(screen.getByRole('menuitemradio', { name: 'Oscuro' })).toBeTruthy());
});

it('has language and appearance in the account menu of a phone, one focused entry at a time', async () => {
  stubMediaQueries((query) => query.includes('max-width'));
  await show(
    <ProfileMenu>
      <LocalesMenuEntry />
      <ThemeMenuEntry />
    </ProfileMenu>,
  );
  fireEvent.click(screen.getByRole('button'));
  const entry = await screen.findByRole('menuitem', { name: /^Apariencia/ });
  entry.focus();
  fireEvent.click(entry);
  const system = await screen.findByRole('menuitemradio', { name: 'Sistema', checked: true });
  await waitFor(() => expect(document.activeElement).toBe(system));
  fireEvent.keyDown(system, { key: 'ArrowUp' });
  expect(document.activeElement?.textContent).toBe('Oscuro');
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menuitemradio')).toBeNull());
  expect(document.activeElement).toBe(entry);
  fireEvent.click(entry);
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Oscuro' }));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
});

it('translates the accessible name of the user menu on a phone', async () => {
  stubMediaQueries((query) => query.includes('max-width'));
  await show(<ProfileMenu />);
  expect(screen.getByRole('button', { name: 'Menú de la cuenta' })).toBeTruthy();
});
