// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createHashRouter, createMemoryRouter, Link, RouterProvider, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('Back to a list', () => {
  function Page() {
    useScrollToTop();
    const { pathname } = useLocation();
    const isList = pathname === '/en/parts';
    return (
      <main id="main-content" tabIndex={-1}>
        {isList && <Link to="/en/parts/2" tabIndex={-1} aria-hidden />}
        {isList ? <Link to="/en/parts/2?tab=one">Part 2</Link> : <a href="#/en/parts/5">Next part</a>}
      </main>
    );
  }

  afterEach(() => {
    window.location.hash = '';
  });

  it('focuses the link of the row that was opened', async () => {
    window.location.hash = '#/en/parts';
    const router = createHashRouter([{ path: '*', element: <Page /> }]);
    render(<RouterProvider router={router} />);
    screen.getByRole('link', { name: 'Part 2' }).focus();
    fireEvent.click(screen.getByRole('link', { name: 'Part 2' }));
    await screen.findByText('Next part');
    expect(document.activeElement).toBe(screen.getByRole('main'));
    await act(() => router.navigate(-1));
    await screen.findByText('Part 2');
    expect(document.activeElement?.textContent).toBe('Part 2');
  });

  it('focuses the main content if no row leads to the page', async () => {
    window.location.hash = '#/en/parts';
    const router = createHashRouter([{ path: '*', element: <Page /> }]);
    render(<RouterProvider router={router} />);
    await act(() => router.navigate('/en/parts/9'));
    await act(() => router.navigate(-1));
    await screen.findByText('Part 2');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});
