// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { Hint } from '../../api/instruments';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import { theme } from '../../theme/theme';
import { HintLines } from './HintLines';

afterEach(cleanup);
const i18nProvider = await getI18nProvider('en');

const emptyHint: Hint = { instrumentId: 4, open: [], times: 0, backDaysAgo: null, replacedBy: [], replaces: [] };

function renderHint(hint: Partial<Hint>, more: { hasModelCost?: boolean } = {}) {
  const page = (
    <CoreAdminContext i18nProvider={i18nProvider}>
      <HintLines hint={{ ...emptyHint, ...hint }} serialNumber="AB-1" {...more} />
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/*', element: page }], { initialEntries: ['/en/x'] });
  const { container } = render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return container;
}

it('renders nothing for the first request of an instrument', () => {
  expect(renderHint({}).textContent).toBe('');
});

it('lists open requests, recent repairs, the last return and a link to the history', () => {
  renderHint({ open: [{ id: 31, number: 'R-2026-000031' }], times: 2, backDaysAgo: 40 });
  const list = screen.getByRole('list', { name: 'What we know about AB-1' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    'Already in active request R-2026-000031',
    'Sent in 2 other times in the last 12 months',
    'Returned 40 days ago',
    'History',
  ]);
  expect(screen.getByRole('link', { name: /R-2026-000031/ }).getAttribute('href')).toMatch(/process-repair\/31$/);
  expect(screen.getByRole('link', { name: 'History of AB-1' }).getAttribute('href')).toMatch(/instrument\/4$/);
});

it('shows the cost to date and the model average if the role may read costs', () => {
  renderHint({ times: 1, totalCost: 61, modelCost: 30.5, modelCases: 2 });
  expect(screen.getByText('Sent in one other time in the last 12 months')).toBeTruthy();
  expect(screen.getByText('$61.00 in repairs to date')).toBeTruthy();
  expect(screen.getByText('Average for this model: $30.50 (2 repairs)')).toBeTruthy();
});

const read = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

it('names the instruments that it replaced or that replaced it, with links to those in the portal', () => {
  renderHint({
    replacedBy: [{ id: 9, serialNumber: 'NEW-1' }],
    replaces: [{ id: null, serialNumber: 'OLD-1' }],
  });
  expect(read()).toEqual(['Replaced by NEW-1', 'Replaces OLD-1', 'History']);
  expect(screen.getByRole('link', { name: 'Replaced by NEW-1' }).getAttribute('href')).toBe('/en/instrument/9');
  expect(screen.queryByRole('link', { name: /OLD-1/ })).toBeNull();
});

it.each([
  [0, 'Returned today'],
  [1, 'Returned 1 day ago'],
])('says that an instrument was returned %i days ago', (backDaysAgo, text) => {
  renderHint({ backDaysAgo });
  expect(read()).toEqual([text, 'History']);
});

it('warns of a return less than 90 days ago', () => {
  const getIcon = () =>
    screen
      .getByText(/^Returned/)
      .parentElement?.querySelector('svg')
      ?.getAttribute('data-testid');
  renderHint({ backDaysAgo: 89 });
  expect(getIcon()).toBe('WarningAmberOutlinedIcon');
  cleanup();
  renderHint({ backDaysAgo: 90 });
  expect(getIcon()).toBe('InfoOutlinedIcon');
});

it('shows the average of the model also for a new instrument, unless a table shows it once', () => {
  renderHint({ modelCost: 30.5, modelCases: 1, totalCost: 12 });
  expect(read()).toEqual(['Average for this model: $30.50 (1 repair)']);
  cleanup();
  renderHint({ modelCost: 30.5, modelCases: 1 }, { hasModelCost: false });
  expect(read()).toEqual([]);
  cleanup();
  renderHint({ modelCost: 30.5, modelCases: 0 });
  expect(read()).toEqual([]);
});

it('links to no history that the user may not open', () => {
  renderHint({ times: 3, instrumentId: null });
  expect(read()).toEqual(['Sent in 3 other times in the last 12 months']);
});

it('is not empty for an instrument that is only in an open request', () => {
  renderHint({ open: [{ id: 31, number: 'R-2026-000031' }] });
  expect(read()).toEqual(['Already in active request R-2026-000031', 'History']);
});

it('warns of an open request, a successor and recent repairs, and informs about the rest', () => {
  renderHint({
    open: [{ id: 31, number: 'R-2026-000031' }],
    replacedBy: [{ id: 9, serialNumber: 'NEW-1' }],
    replaces: [{ id: null, serialNumber: 'OLD-1' }],
    times: 2,
    totalCost: 61,
  });
  const icons = screen.getAllByRole('listitem').map((item) => item.querySelector('svg')?.getAttribute('data-testid'));
  const [warning, info] = ['WarningAmberOutlinedIcon', 'InfoOutlinedIcon'];
  expect(icons).toEqual([warning, warning, info, warning, info, undefined]);
});
