// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import { I18nContext, ListContext, type ListControllerResult } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { getTestI18nProvider } from '../../core/i18n/testing';
import { theme } from '../../theme/theme';
import { ReportCharts } from './ReportCharts';

vi.mock('../../core/lists/listScreen', () => ({ useListScreen: () => ({ resource: { filters: [] } }) }));
vi.mock('./charts', async (original) => ({
  ...(await original<object>()),
  useCharts: () => ({ data: { months: [] }, error: null, isFetching: false }),
}));

it('explains when repairs are counted if the report has none', async () => {
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
  expect(screen.getByRole('status').textContent).toContain('Repairs are included as soon as clients submit them');
});
