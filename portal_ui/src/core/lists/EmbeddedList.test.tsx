// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { dataProvider } from '../../api/dataProvider';
import { MetaProvider } from '../../api/meta';
import { createQueryClient } from '../../api/queryClient';
import type { Meta, ResourceMeta } from '../../api/types';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { stubMediaQueries } from '../ui/testing';
import { EmbeddedList } from './EmbeddedList';
import { getListRequests, serve, workshops } from './testing';

let requests: ReturnType<typeof serve>;

afterEach(cleanup);
const i18nProvider = await getI18nProvider('en');

/** Render a list with one row, and return the row's name. */
async function open(total = 1): Promise<HTMLElement> {
  requests = serve([{ id: 1, changedBy: 'Ana', createdAt: '2026-08-23T16:00:00Z' }], total);
  const column = { sort: null, hidden: false };
  const history = {
    ...workshops,
    record: {},
    bulkActions: [],
    filters: [],
    columns: [
      { ...column, key: 'createdAt', label: 'Date', type: 'datetime' },
      { ...column, key: 'changedBy', label: 'Changed by', type: 'text' },
      { ...column, key: 'secret', label: 'Hidden', type: 'text', hidden: true },
    ],
  } as unknown as ResourceMeta;
  const meta = { resources: [history], statuses: {}, choices: {}, limits: {} } as unknown as Meta;
  render(
    <MemoryRouter initialEntries={['/en/page']}>
      <CoreAdminContext queryClient={createQueryClient()} store={memoryStore()} dataProvider={dataProvider}>
        <I18nContext.Provider value={i18nProvider}>
          <MetaProvider value={meta}>
            <ThemeProvider theme={theme}>
              <EmbeddedList resource={history} filter={{ instrument: 7 }} empty={null}>
                <p>above</p>
              </EmbeddedList>
            </ThemeProvider>
          </MetaProvider>
        </I18nContext.Provider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return screen.findByText('Ana');
}

it('has the whole time of an event on a phone, with its offset', async () => {
  stubMediaQueries((query) => query.includes('max-width'));
  expect((await open()).closest('li')?.textContent).toContain('Date (UTC−4): 08/23/2026 12:00 PM');
});

it('has a header as low as that of units, so that the rows begin near the top', async () => {
  stubMediaQueries(() => false);
  await open();
  const [header] = screen.getAllByRole('columnheader');
  expect(header && getComputedStyle(header).height).toBe('28px');
});

it('requests the rows of its filter only, with the default columns, below its content', async () => {
  stubMediaQueries(() => false);
  await open(30);
  const sent = getListRequests(requests);
  expect(sent.map(({ filter }) => filter)).toEqual(sent.map(() => ({ instrument: 7 })));
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.slice(0, 10))).toEqual([
    'Date (UTC−',
    'Changed by',
  ]);
  expect(screen.getByText('above')).toBeTruthy();
  expect(screen.getByText('Showing 1 to 10 of 30')).toBeTruthy();
});
