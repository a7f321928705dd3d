// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { useTopOfPage } from './useTopOfPage';

afterEach(cleanup);

function Page() {
  useTopOfPage();
  return null;
}

it('begins another page at its top, but neither the same one nor the one that Back leads to', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
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
