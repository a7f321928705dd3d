// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { useIsNavigating } from './useIsNavigating';
import { useNavigateIfCurrent } from './useNavigateIfCurrent';
import { useSetSearch } from './useSetSearch';

let isNavigating: () => boolean;
let navigate: ReturnType<typeof useNavigateIfCurrent>;
let setSearch: ReturnType<typeof useSetSearch>;

function Page() {
  isNavigating = useIsNavigating();
  navigate = useNavigateIfCurrent();
  setSearch = useSetSearch();
  return null;
}

function open(address = '/en/list?page=2#top') {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: ['/en/home', address] });
  render(<RouterProvider router={router} flushSync={(update) => void flushSync(update)} />);
  const readAddress = () => {
    const { pathname, search, hash } = router.state.location;
    return pathname + search + hash;
  };
  return { router, readAddress };
}

afterEach(() => {
  cleanup();
  window.location.hash = '';
});

it.each([
  ['', false],
  ['#/en/list', false],
  ['#/en/list?page=3', false],
  ['#/en/list#top', false],
  ['#/en/profile', true],
  ['#/es/list', true],
])('knows whether the user has left for another page: %j is %s', (hash, expected) => {
  open();
  window.location.hash = hash;
  expect(isNavigating()).toBe(expected);
});

it('navigates with its options, unless the user has left', async () => {
  const { router, readAddress } = open();
  window.location.hash = '#/en/profile';
  await act(async () => navigate('/en/other'));
  expect(readAddress()).toBe('/en/list?page=2#top');
  window.location.hash = '#/en/list';
  await act(async () => navigate('/en/other', { replace: true, state: 'saved' }));
  expect([readAddress(), router.state.location.state]).toEqual(['/en/other', 'saved']);
  await act(() => router.navigate(-1));
  expect(readAddress()).toBe('/en/home');
});

it('changes the query of the current address, which keeps its hash, unless the user has left', () => {
  const { readAddress } = open();
  window.location.hash = '#/en/profile';
  act(() => setSearch(() => '?page=9'));
  expect(readAddress()).toBe('/en/list?page=2#top');
  window.location.hash = '#/en/list';
  // Both changes apply before the next render.
  act(() => {
    setSearch((before) => `${before}&view=rows`);
    setSearch((before) => `${before}&sort=name`);
  });
  expect(readAddress()).toBe('/en/list?page=2&view=rows&sort=name#top');
});
