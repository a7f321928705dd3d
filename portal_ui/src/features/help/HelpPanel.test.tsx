// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { useState } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../api/meta';
import type { Meta } from '../../api/types';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import { stubMediaQueries } from '../../core/ui/testing';
import { theme } from '../../theme/theme';
import { HelpButton, HelpIfOpen } from './HelpButton';
import HelpPage from './HelpPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Screen() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <HelpButton open={open} onOpenChange={setOpen} />
      <HelpIfOpen open={open} onOpenChange={setOpen} />
      <Link to="/es/profile">Elsewhere</Link>
    </>
  );
}

async function show(role: string, address: string): Promise<void> {
  const user = { username: 'ana', firstName: 'Ana', lastName: 'Ruiz' };
  const meta = { role, user, pages: [], resources: [] } as unknown as Meta;
  render(
    <I18nContext.Provider value={await getI18nProvider('es')}>
      <QueryClientProvider client={new QueryClient()}>
        <ThemeProvider theme={theme}>
          <MemoryRouter initialEntries={[address]}>
            <MetaProvider value={meta}>
              <Routes>
                <Route path=":lang/help" element={<HelpPage />} />
                <Route path=":lang/help/:page" element={<HelpPage />} />
                <Route path=":lang/*" element={<Screen />} />
              </Routes>
            </MetaProvider>
          </MemoryRouter>
        </ThemeProvider>
      </QueryClientProvider>
    </I18nContext.Provider>,
  );
}

const opener = () => screen.getByRole('button', { name: 'Ayuda' });
const page = (name: string) => screen.findByRole('heading', { name });

const wide = () => stubMediaQueries((query) => query.includes('min-width'));

it('opens on the page of the role and tab, takes the focus, and returns it to the button on Escape', async () => {
  await show('SERVICE', '/es/process-repair/7?tab=DIAGNOSTICS');
  opener().focus();
  fireEvent.click(opener());
  const title = await page('Diagnosticar las unidades');
  const panel = screen.getByRole('dialog', { name: 'Diagnosticar las unidades' });
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
  expect(panel.textContent).toContain('Enviar para aprobación');
  fireEvent.keyDown(title, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener());
});

it('lists and searches all pages of the role and opens them in the panel', async () => {
  await show('CLIENT', '/es/new-repair');
  fireEvent.click(opener());
  await page('Solicitar una reparación');
  fireEvent.click(screen.getByRole('button', { name: 'Todos los temas' }));
  await waitFor(async () => expect(document.activeElement).toBe(await page('Ayuda')));
  expect(screen.queryByRole('link', { name: 'Diagnosticar las unidades' })).toBeNull();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar en la ayuda' }), {
    target: { value: 'TRANSPORTISTA recolección' },
  });
  expect(screen.getByRole('status').textContent).toMatch(/^\d+ resultados?$/);
  fireEvent.click(screen.getByRole('link', { name: 'Entregar el paquete al transportista' }));
  await page('Entregar el paquete al transportista');
  expect(screen.getByRole('link', { name: 'Abrir en otra pestaña' }).getAttribute('href')).toBe('/es/help/hand-over');
});

it('follows navigation without taking the focus while it is docked', async () => {
  wide();
  await show('CLIENT', '/es/new-repair');
  opener().focus();
  fireEvent.click(opener());
  await page('Solicitar una reparación');
  expect(screen.getByRole('complementary')).toBeDefined();
  expect(document.activeElement).toBe(await page('Solicitar una reparación'));
  const link = screen.getByRole('link', { name: 'Elsewhere' });
  link.focus();
  fireEvent.click(link);
  const title = await page('Mantener al día su cuenta');
  expect(document.activeElement).toBe(link);
  fireEvent.click(screen.getByRole('button', { name: 'Todos los temas' }));
  await waitFor(async () => expect(document.activeElement).toBe(await page('Ayuda')));
  fireEvent.keyDown(title, { key: 'Escape' });
  expect(screen.queryByRole('complementary')).toBeNull();
});

it('has a URL for each page, and none for pages of other roles', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await show('CLIENT', '/es/help/hand-over');
  await page('Entregar el paquete al transportista');
  expect(screen.getByRole('link', { name: 'Todos los temas' }).getAttribute('href')).toBe('/es/help');
  fireEvent.click(screen.getByRole('button', { name: 'Imprimir' }));
  expect(print).toHaveBeenCalledOnce();
  cleanup();
  await show('CLIENT', '/es/help/audit');
  await page('¿En qué podemos ayudarle?');
  expect(screen.getByRole('link', { name: 'Solicitar una reparación' }).getAttribute('href')).toBe(
    '/es/help/new-repair',
  );
  expect(screen.queryByRole('link', { name: 'Consultar quién hizo qué' })).toBeNull();
});
