// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { MetaProvider } from '../../api/meta';
import type { Charts, Meta, StatusChoice } from '../../api/types';
import { getTestI18nProvider } from '../../core/i18n/testing';
import { theme } from '../../theme/theme';
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

async function show(charts: Charts): Promise<(string | null)[][]> {
  const roles = [
    { key: 'CLIENT', name: 'Client' },
    { key: 'SERVICE', name: 'Service' },
  ];
  const to = (more: Record<string, string>) => ({ search: `?${new URLSearchParams(more)}` });
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={await getTestI18nProvider('en')}>
        <MemoryRouter>
          <MetaProvider value={{ choices: { roles } } as unknown as Meta}>
            <Totals {...{ charts, statuses, to }} />
          </MetaProvider>
        </MemoryRouter>
      </I18nContext.Provider>
    </ThemeProvider>,
  );
  const tiles = screen.getAllByRole('term').map(({ parentElement }) => [...(parentElement?.children ?? [])]);
  return tiles.map((tile) => tile.map(({ textContent }) => textContent));
}

describe('report totals', () => {
  it('show finished and active requests, durations, and a link to long waits', async () => {
    const counts = [
      counted('2026-10', 'NEW', 3),
      counted('2026-10', 'COMPLETED', 10),
      counted('2026-11', 'IN_TRANSIT', 2),
      counted('2026-11', 'REJECTED', 4),
      counted('2026-11', 'COMPLETED', 1),
    ];
    const charts = {
      months: counts,
      total: { median: 34, p90: 71, total: 11 },
      waiting: [
        { role: 'CLIENT', total: 6 },
        { role: 'SERVICE', total: 3 },
      ],
      turnaround: [],
      holders: [],
      clients: [],
      parts: [],
      remote: { ended: 9, solved: 7 },
      previous: null,
    };
    expect(await show(charts)).toEqual([
      ['Requests', '20', '5 active'],
      ['Completed', '11', '55% of requests, 4 rejected'],
      ['Median turnaround', '34 days', '90th percentile 71 days'],
      ['Waiting over 14 days', '9', 'Client: 6 · Service: 3'],
      ['Resolved remotely', '7', 'of 9 completed'],
    ]);
    expect(screen.getByRole('link', { name: '9' }).getAttribute('href')).toBe('/?waiting=14');
  });

  const noBars = { waiting: [], turnaround: [], holders: [], clients: [], parts: [], remote: null };

  const compared = {
    months: [counted('2026-11', 'COMPLETED', 8), counted('2026-11', 'NEW', 2)],
    total: { median: 34, p90: 71, total: 8 },
    ...noBars,
    previous: {
      createdFrom: '2025-11-01',
      createdTo: '2026-10-31',
      requests: 10,
      done: 5,
      turnaround: { median: 40, p90: 80, total: 5 },
      remote: null,
    },
  };

  it('compare with the previous period if it is known', async () => {
    const tiles = await show(compared);
    expect(tiles.map(([name, , change]) => [name, change])).toEqual([
      ['Requests', '±0from 10'],
      ['Completed', '+3from 5'],
      ['Median turnaround', '−6from 40'],
      ['Waiting over 14 days', ''],
    ]);
    // one line below each figure, in place of an explanation
    expect(tiles.map(({ length }) => length)).toEqual([3, 3, 3, 3]);
    expect(screen.getByText('Compared with 11/01/2025 – 10/31/2026')).toBeTruthy();
  });

  const quiet: Charts = {
    months: [counted('2026-11', 'NEW', 2)],
    total: { median: 0, p90: 0, total: 0 },
    ...noBars,
    previous: null,
  };

  it('have no duration while nothing is completed, and no link without long waits', async () => {
    expect((await show(quiet)).map((tile) => tile.slice(0, 3))).toEqual([
      ['Requests', '2', '2 active'],
      ['Completed', '0', '0% of requests, 0 rejected'],
      ['Median turnaround', '–', 'None completed yet'],
      ['Waiting over 14 days', '0', ''],
    ]);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByText(/Compared with/)).toBeNull();
  });

  it('compare durations only if requests were completed in both periods', async () => {
    const before = { createdFrom: '2025-11-01', createdTo: '2026-10-31', requests: 5, done: 3 };
    const getDuration = async (now: number, then: number) => {
      cleanup();
      const turnaround = { median: then * 7, p90: 9, total: then };
      const total = { median: now * 8, p90: 9, total: now };
      return (await show({ ...quiet, total, previous: { ...before, turnaround, remote: null } }))[2]?.[2];
    };
    expect(await getDuration(1, 0)).toBe('90th percentile 9 days');
    expect(await getDuration(0, 1)).toBe('None completed yet');
    expect(await getDuration(1, 1)).toBe('+1from 7');
  });

  it('compare the requests that were resolved remotely, if there were any before', async () => {
    const previous = {
      createdFrom: '2025-11-01',
      createdTo: '2026-10-31',
      requests: 2,
      done: 0,
      turnaround: { median: 0, p90: 0, total: 0 },
    };
    const remote = { ended: 9, solved: 7 };
    const getRemote = async (before: Charts['remote']) => {
      cleanup();
      return (await show({ ...quiet, remote, previous: { ...previous, remote: before } }))[4];
    };
    expect(await getRemote({ ended: 20, solved: 11 })).toEqual(['Resolved remotely', '7', '−4from 11']);
    expect(await getRemote(null)).toEqual(['Resolved remotely', '7', 'of 9 completed']);
  });

  it('have an arrow in the direction of each change', async () => {
    await show(compared);
    const icons = [...document.querySelectorAll('svg')].map((icon) => icon.getAttribute('data-testid'));
    expect(icons).toEqual(['TrendingFlatIcon', 'TrendingUpIcon', 'TrendingDownIcon']);
  });
});
