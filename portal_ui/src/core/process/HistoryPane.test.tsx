// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../api/meta';
import type { Meta } from '../../api/types';
import { workshops } from '../lists/testing';
import HistoryPane from './HistoryPane';
import type { ProcessDefinition } from './processContext';
import { buildRecord, createTestRouter, TestPage } from './testing';

const history = {
  ...workshops,
  name: 'history',
  record: { PARTS: 'process-part-request/{id}' },
  defaultSort: ['createdAt', 'DESC'],
  filters: [],
  export: '/api/v1/files/export/history/xlsx',
};
let urls: URL[];
let rows: object[];

beforeEach(() => {
  urls = [];
  rows = [{ id: 1, name: 'Handed over' }];
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, 'http://portal');
    urls.push(url);
    if (!url.pathname.startsWith('/api/rest/')) return new Response('{}', { status: 403 });
    return new Response(JSON.stringify(rows), { headers: { 'Content-Range': `rows 0-0/${rows.length}` } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(resources: object[] = [history], exported?: ProcessDefinition['history']['exported']) {
  const kind = { history: { resource: 'history', filter: () => ({ repairId: 7 }), ...(exported && { exported }) } };
  const page = (
    <MetaProvider value={{ resources, pages: [], choices: {} } as unknown as Meta}>
      <TestPage record={buildRecord({})} state={{ kind: kind as unknown as ProcessDefinition }}>
        <HistoryPane />
      </TestPage>
    </MetaProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}

const exportButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export' });

it('is refused to roles without the list of status changes', () => {
  show([]);
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(urls).toEqual([]);
});

it('lists the status changes of this request in the order of their list', async () => {
  show();
  await screen.findAllByText('Handed over');
  expect(urls[0]?.pathname).toBe('/api/rest/history');
  expect(JSON.parse(urls[0]?.searchParams.get('filter') ?? '')).toMatchObject({ repairId: 7 });
  expect(JSON.parse(urls[0]?.searchParams.get('sort') ?? '')).toEqual(['createdAt', 'DESC']);
});

it.each([
  ['with the filter of the list', undefined, 'repairId=7&sort=createdAt%2CDESC'],
  ['with its own filter', () => ({ id: 7 }), 'id=7&sort=createdAt%2CDESC'],
])('exports them %s', async (_, exported, query) => {
  show([history], exported);
  await screen.findAllByText('Handed over');
  await waitFor(() => expect(exportButton().disabled).toBe(false));
  fireEvent.click(exportButton());
  await waitFor(() => expect(urls.at(-1)?.pathname).toBe('/api/v1/files/export/history/xlsx'));
  expect(urls.at(-1)?.search).toBe(`?${query}`);
});

it('has nothing to export without status changes, and no export if the role has none', async () => {
  rows = [];
  show();
  await screen.findByText('Status changes will be listed here.');
  expect(exportButton().disabled).toBe(true);
  cleanup();
  show([{ ...history, export: null }]);
  await screen.findByText('Status changes will be listed here.');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});
