// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContext, ListContext, type ListControllerResult } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { getTestI18nProvider } from '../../core/i18n/testing';
import { theme } from '../../theme/theme';
import { ReportCharts } from './ReportCharts';

const response = vi.hoisted(() => ({ current: {} }));

vi.mock('../../core/lists/listScreen', () => ({ useListScreen: () => ({ resource: { filters: [] } }) }));
vi.mock('./charts', async (original) => ({
  ...(await original<object>()),
  useCharts: () => response.current,
}));

const open = async () =>
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={await getTestI18nProvider('en')}>
        <MemoryRouter>
          <ListContext.Provider value={{ filterValues: {} } as unknown as ListControllerResult}>
            <ReportCharts />
          </ListContext.Provider>
        </MemoryRouter>
      </I18nContext.Provider>
    </ThemeProvider>,
  );

afterEach(cleanup);

it('loads with as many tiles and charts as it has', async () => {
  response.current = { error: null, isFetching: true };
  await open();
  expect(document.querySelectorAll('[role=status] .MuiCard-root')).toHaveLength(5 + 5);
});

it('explains when repairs are counted if the report has none', async () => {
  response.current = { data: { months: [] }, error: null, isFetching: false };
  await open();
  expect(screen.getByRole('status').textContent).toContain('Repairs are included as soon as clients submit them');
});
