// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CustomRoutes, useGetOne } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { Route } from 'react-router';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { clearSession, startSession } from './api/session';
import type { Session } from './api/types';

// Like the layout: no page before the meta is loaded.
vi.mock('./app/AuthenticatedLayout', async () => {
  const { useMetaQueryState } = await import('./api/meta');
  return {
    AuthenticatedLayout: ({ children }: { children: ReactNode }) => (useMetaQueryState().meta ? children : null),
    loadLayout: async () => undefined,
  };
});
// Outside of a browser this is a second copy of the router that react-admin uses.
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

/** Page with a fetched record and an input. */
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

// App.tsx has one state per page load, so both tests share it, in this order.
beforeAll(async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (String(url).includes('/meta')) return new Response(JSON.stringify(meta));
    if (rowName === null) return new Promise(() => {});
    return new Response(JSON.stringify({ id: 1, name: rowName }));
  });
  // jsdom does not have it.
  document.adoptedStyleSheets = [];
  rowName = 'row of Ana';
  startSession(ana);
  location.hash = '#/en/list';
  const { App } = await import('./App');
  await act(async () => void render(<App />));
  await screen.findByText('row of Ana');
  // No more responses: any row shown comes from the cache.
  rowName = null;
}, 300_000);

afterAll(() => {
  cleanup();
  clearSession();
  localStorage.clear();
  location.hash = '';
  vi.unstubAllGlobals();
});

it('keeps the page and its input when the session of the same user is renewed', async () => {
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'typed' } });
  await act(async () => startSession({ ...ana, token: 'b' }));
  expect(screen.getByText('row of Ana')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('typed');
});

it('shows no cached data of one user to the next', async () => {
  expect(screen.getByText('row of Ana')).toBeTruthy();
  await act(async () => startSession(eva));
  expect(await screen.findByText('nothing yet')).toBeTruthy();
  expect(screen.queryByText('row of Ana')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('');
});

it('takes no values of a form from a link', async () => {
  await act(async () => {
    location.hash = '#/en/list?source={"name":"x"}&page=2';
  });
  await vi.waitFor(() => expect(location.hash).toBe('#/en/list?page=2'));
});
