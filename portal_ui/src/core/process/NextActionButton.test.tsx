// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CountersProvider } from '../../api/counters';
import { dataProvider } from '../../api/dataProvider';
import { NetworkError } from '../../api/http';
import { MetaProvider } from '../../api/meta';
import type { Meta } from '../../api/types';
import Snackbar from '../layout/Snackbar';
import { NextActionButton } from './NextActionButton';
import { createTestRouter } from './testing';

const inbox = {
  name: 'inbox',
  path: 'action-required',
  defaultSort: ['updatedAt', 'ASC'],
  record: { REPAIR: 'process-repair/{id}', PARTS: 'process-part-request/{id}' },
};
const other = { ...inbox, name: 'active-repairs', path: 'active-repairs' };
const getList = vi.fn();

beforeEach(() => {
  getList.mockReset().mockResolvedValue({ data: [{ id: 9, requestType: 'PARTS' }], total: 1 });
  vi.spyOn(dataProvider, 'getList').mockImplementation(getList);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(resources: object[] = [other, inbox], totals = [2, 3]) {
  const [repairs = 0, parts = 0] = totals;
  const counters = [
    { requestType: 'REPAIR' as const, total: repairs },
    { requestType: 'PARTS' as const, total: parts },
  ];
  const page = (
    <MetaProvider value={{ resources } as unknown as Meta}>
      <CountersProvider value={counters}>
        <NextActionButton />
        <Snackbar />
      </CountersProvider>
    </MetaProvider>
  );
  const router = createTestRouter(page);
  render(<RouterProvider router={router} />);
  return router;
}

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Next in your queue (5)' }));

it.each([
  ['for roles without a queue', [other], [2, 3]],
  ['while the queue is empty', [other, inbox], [0, 0]],
])('is absent %s', (_, resources, totals) => {
  show(resources, totals);
  expect(screen.queryByRole('button')).toBeNull();
});

it("opens the first request of the user's queue, in the order of its list", async () => {
  const router = show();
  press();
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname).toBe('/en/process-part-request/9');
  expect(getList.mock.calls).toMatchObject([
    ['inbox', { pagination: { page: 1, perPage: 1 }, sort: { field: 'updatedAt', order: 'ASC' }, filter: {} }],
  ]);
});

it('reads a queue that its list sorts in descending order likewise', async () => {
  show([{ ...inbox, defaultSort: ['createdAt', 'DESC'] }]);
  press();
  await screen.findByText('elsewhere');
  expect(getList.mock.calls[0]?.[1].sort).toEqual({ field: 'createdAt', order: 'DESC' });
});

it('opens the list if the queue has become empty', async () => {
  getList.mockResolvedValue({ data: [], total: 0 });
  const router = show();
  press();
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname).toBe('/en/action-required');
});

it('notifies of a lost connection, and can be used again', async () => {
  getList.mockRejectedValueOnce(new NetworkError());
  const router = show();
  press();
  await screen.findByRole('alert');
  expect(router.state.location.pathname).toBe('/en/page');
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /Next/ }).disabled).toBe(false));
  press();
  await screen.findByText('elsewhere');
});
