// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useScrollToTop } from './useScrollToTop';

afterEach(cleanup);

const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
beforeEach(() => void scrolled.mockClear());

function Page() {
  useScrollToTop();
  const { pathname } = useLocation();
  return (
    <>
      <button type="button">Menu</button>
      <main id="main-content">
        <button
          type="button"
          key={pathname}
          ref={(button) => (pathname.endsWith('login') ? button?.focus() : undefined)}
        >
          {pathname}
        </button>
      </main>
    </>
  );
}

it('scrolls to the top of another page, but not on the same page or after Back', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: ['/es/parts'] });
  render(<RouterProvider router={router} />);
  const times = async (to: string | number) => {
    scrolled.mockClear();
    await act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to)));
    return scrolled.mock.calls.length;
  };
  expect(await times('/es/parts?page=2')).toBe(0);
  expect(await times('/en/parts?page=2')).toBe(0);
  expect(await times('/en/instruments')).toBe(1);
  expect(await times(-1)).toBe(0);
});

it.each([
  ['a button that is removed with its page', '/en/new-repair', '/en/active-repairs', 'main'],
  ['the menu, which is not removed', 'Menu', '/en/active-repairs', 'Menu'],
  ['an element with autofocus on the next page', '/en/new-repair', '/en/login', '/en/login'],
])('keeps or moves the focus after %s', async (_, pressed, to, focused) => {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: ['/en/new-repair'] });
  render(<RouterProvider router={router} />);
  screen.getByRole('button', { name: pressed }).focus();
  await act(() => router.navigate(to));
  const expected = focused === 'main' ? screen.getByRole('main') : screen.getByRole('button', { name: focused });
  expect(document.activeElement).toBe(expected);
});
