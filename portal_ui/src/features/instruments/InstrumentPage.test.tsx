// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/http';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import { theme } from '../../theme/theme';
import InstrumentPage from './InstrumentPage';

const i18nProvider = await getI18nProvider('en');
const useHistoryMock = vi.hoisted(() => vi.fn());
vi.mock('../../api/instruments', () => ({ useInstrumentHistory: useHistoryMock }));

afterEach(cleanup);

function show(id: string) {
  const page = (
    <I18nContext.Provider value={i18nProvider}>
      <InstrumentPage />
    </I18nContext.Provider>
  );
  const router = createMemoryRouter([{ path: '/:lang/instrument/:id', element: page }], {
    initialEntries: [`/en/instrument/${id}`],
  });
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
}

it.each([
  ["of another's instrument", '7', new ApiError(404)],
  ['that is not an id', '99999999999999999999', new ApiError(400)],
])('shows "not found" with a link to the list at an address %s', (_, id, error) => {
  useHistoryMock.mockReturnValue({ error, refetch: vi.fn() });
  show(id);
  screen.getByRole('heading', { level: 1, name: /Instrument not found/ });
  expect(screen.getByRole('link', { name: 'Back to list' }).getAttribute('href')).toBe('/en/instruments');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('offers to load an instrument again after another error', () => {
  const refetch = vi.fn();
  useHistoryMock.mockReturnValue({ error: new ApiError(403), refetch });
  show('7');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
  expect(useHistoryMock).toHaveBeenCalledWith(7);
});
