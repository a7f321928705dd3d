// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { i18nProviderOf } from '../../i18n/i18nProvider';
import type { StatusChoice } from '../../server/types';
import { theme } from '../../theme';
import { Totals } from './Totals';

const status = (key: string, tone: string) => ({ key, name: key, tone }) as unknown as StatusChoice;
const statuses = [
  status('NEW', 'waiting'),
  status('IN_TRANSIT', 'moving'),
  status('COMPLETED', 'done'),
  status('REJECTED', 'rejected'),
];
const counted = (month: string, key: string, total: number) => ({ month, status: key, total });

afterEach(cleanup);

describe('the totals of a report', () => {
  it('count as under way what is neither done nor rejected', async () => {
    const counts = [
      counted('2026-10', 'NEW', 3),
      counted('2026-10', 'COMPLETED', 10),
      counted('2026-11', 'IN_TRANSIT', 2),
      counted('2026-11', 'REJECTED', 4),
      counted('2026-11', 'COMPLETED', 1),
    ];
    render(
      <ThemeProvider theme={theme}>
        <I18nContext.Provider value={await i18nProviderOf('en')}>
          <MemoryRouter>
            <Totals counts={counts} statuses={statuses} />
          </MemoryRouter>
        </I18nContext.Provider>
      </ThemeProvider>,
    );
    const shown = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(shown.map(([, value]) => value)).toEqual(['20', '11', '5', '4']);
    expect(shown[2]?.[0]).toBe('Under way');
  });
});
