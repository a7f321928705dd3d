// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { createMemoryRouter, Route, RouterProvider, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { useDataRouter } from './useDataRouter';

it('finds the router below descendant routes: an upgrade of react-router may rename or remove its context', () => {
  let found: unknown;
  function Page() {
    found = useDataRouter();
    return null;
  }
  const below = (
    <Routes>
      <Route path="page" element={<Page />} />
    </Routes>
  );
  const router = createMemoryRouter([{ path: '*', element: below }], { initialEntries: ['/page'] });
  render(<RouterProvider router={router} />);
  expect(found).toBe(router);
});
