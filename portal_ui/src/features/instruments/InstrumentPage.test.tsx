// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/http';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import { theme } from '../../theme/theme';
import InstrumentPage from './InstrumentPage';

const i18nProvider = await getI18nProvider('en');
const useHistoryMock = vi.hoisted(() => vi.fn());
const part = vi.hoisted(() => ({ history }: { history: { partName: string } }) => <p>part of {history.partName}</p>);
vi.mock('./InstrumentHeader', () => ({ InstrumentHeader: part }));
vi.mock('./InstrumentTiles', () => ({ InstrumentTiles: part }));
vi.mock('./InstrumentAside', () => ({ InstrumentAside: part }));
vi.mock('./Timeline', () => ({ Timeline: part }));
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

it('shows an instrument, and keeps it if it could not be loaded again', async () => {
  const history = { partName: 'D3S', serialNumber: 'AB-1', visits: [] };
  useHistoryMock.mockReturnValue({ data: history, error: new ApiError(500), refetch: vi.fn() });
  await act(async () => show('7'));
  expect(await screen.findAllByText('part of D3S')).toHaveLength(4);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows neither an instrument nor an error while it is loading', () => {
  useHistoryMock.mockReturnValue({ data: undefined, error: null, refetch: vi.fn() });
  show('7');
  expect(screen.getByRole('status')).toBeTruthy();
  expect([screen.queryByText(/^part of/), screen.queryByRole('alert')]).toEqual([null, null]);
});
