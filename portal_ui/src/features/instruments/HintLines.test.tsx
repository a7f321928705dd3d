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

function renderHint(hint: Partial<Hint>) {
  const page = (
    <CoreAdminContext i18nProvider={i18nProvider}>
      <HintLines hint={{ ...emptyHint, ...hint }} serialNumber="AB-1" />
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
