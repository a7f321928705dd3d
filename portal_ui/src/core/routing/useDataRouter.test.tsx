// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { createMemoryRouter, Route, RouterProvider, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { useDataRouter } from './useDataRouter';

it('returns the router below descendant routes (upgrades of react-router may remove the context)', () => {
  let found: unknown;
  function Page() {
    found = useDataRouter();
    return null;
  }
  const routes = (
    <Routes>
      <Route path="page" element={<Page />} />
    </Routes>
  );
  const router = createMemoryRouter([{ path: '*', element: routes }], { initialEntries: ['/page'] });
  render(<RouterProvider router={router} />);
  expect(found).toBe(router);
});
