// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { CustomRoutes, useGetOne } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { Route } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { startSession } from './api/session';
import type { Session } from './api/types';

vi.mock('./app/AuthenticatedLayout', () => ({
  AuthenticatedLayout: ({ children }: { children: ReactNode }) => children,
  loadLayout: async () => undefined,
}));
// Outside a browser it is another copy of the router than react-admin's.
vi.mock('react-router/dom', async () => ({ RouterProvider: (await import('react-router')).RouterProvider }));
vi.mock('./routes', () => ({
  loadList: async () => undefined,
  preloadRoute: () => null,
  renderRoutes: () => (
    <CustomRoutes>
      <Route path="list" element={<Page />} />
    </CustomRoutes>
  ),
}));

/** A page that reads a record and keeps what is typed. */
function Page() {
  const { data } = useGetOne('workshops', { id: 1 });
  const [text, setText] = useState('');
  return (
    <>
      <p>{data ? data.name : 'nothing yet'}</p>
      <input aria-label="Note" value={text} onChange={({ target }) => setText(target.value)} />
    </>
  );
}

const ana: Session = { identification: 'ana', token: 'a', permissions: ['CLIENT'] };
const eva: Session = { identification: 'eva', token: 'e', permissions: ['CLIENT'] };
const meta = { resources: [], pages: [], redirects: {}, user: {}, statuses: {}, choices: {}, limits: {} };
let rowName: string | null;

async function openApp() {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal('fetch', async (url: string) => {
    if (String(url).includes('/meta')) return new Response(JSON.stringify(meta));
    if (rowName === null) return new Promise(() => {});
    return new Response(JSON.stringify({ id: 1, name: rowName }));
  });
  // jsdom has none.
  document.adoptedStyleSheets = [];
  rowName = 'row of Ana';
  startSession(ana);
  location.hash = '#/en/list';
  const { App } = await import('./App');
  await act(async () => void render(<App />));
  await screen.findByText('row of Ana');
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  location.hash = '';
  vi.unstubAllGlobals();
});

it('shows nothing that was read for one user to the next', async () => {
  await openApp();
  // Nothing is answered any more: whatever is shown was kept.
  rowName = null;
  await act(async () => startSession(eva));
  expect(await screen.findByText('nothing yet')).toBeTruthy();
  expect(screen.queryByText('row of Ana')).toBeNull();
});

it('keeps the page, with what is typed on it, where the session of the same user is renewed', async () => {
  await openApp();
  const note = screen.getByLabelText<HTMLInputElement>('Note');
  rowName = null;
  await act(async () => startSession({ ...ana, token: 'b' }));
  expect(screen.getByText('row of Ana')).toBeTruthy();
  expect(note.isConnected).toBe(true);
});
