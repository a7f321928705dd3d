// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useTranslate } from 'ra-core';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { createMessagesProvider } from './createMessagesProvider';
import { useFormat } from './format';
import { getI18nProvider } from './i18nProvider';
import { storeLanguage } from './language';
import { useLanguage } from './useLanguage';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('has the messages of its language, and names both languages', async () => {
  const [english, spanish] = await Promise.all([getI18nProvider('en'), getI18nProvider('es')]);
  expect([english.translate('lists.yes'), spanish.translate('lists.yes')]).toEqual(['Yes', 'Sí']);
  expect([english.getLocale(), spanish.getLocale()]).toEqual(['en', 'es']);
  expect(spanish.getLocales?.()).toEqual([
    { locale: 'en', name: 'English' },
    { locale: 'es', name: 'Español' },
  ]);
});

const MessagesProvider = createMessagesProvider({
  en: async () => ({ default: { page: { title: 'Title' }, lists: { no: 'Not at all' } } }),
  es: async () => ({ default: { page: { title: 'Título' }, lists: { no: 'Nada' } } }),
});

function Page() {
  const translate = useTranslate();
  return <p>{['page.title', 'lists.yes', 'lists.no'].map((key) => translate(key)).join(' ')}</p>;
}

async function open(address: string) {
  const page = (
    <Suspense>
      <MessagesProvider>
        <Page />
      </MessagesProvider>
    </Suspense>
  );
  const routes = [
    { path: '/:lang/page', element: page },
    { path: '*', element: <Language /> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  await act(async () => void render(<RouterProvider router={router} />));
}

function Language() {
  return <p>{`${useLanguage()} ${useFormat().shortMonth('2026-01')}`}</p>;
}

it.each([
  ['/en/page', 'Title Yes Not at all'],
  ['/es/page', 'Título Sí Nada'],
])('adds the messages of a page to those of the portal: %s', async (address, text) => {
  await open(address);
  expect(await screen.findByText(text)).toBeTruthy();
});

it('uses the stored language on an address without one', async () => {
  storeLanguage('es');
  await open('/');
  expect(screen.getByText('es ene')).toBeTruthy();
});
