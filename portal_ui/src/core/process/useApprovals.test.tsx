// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, call } from '../../api/http';
import { MetaProvider } from '../../api/meta';
import type { Meta } from '../../api/types';
import Snackbar from '../layout/Snackbar';
import type { Approval } from './decisionQueue';
import { useProcess } from './processContext';
import { buildAction, buildRecord, createTestRouter, TestPage } from './testing';
import { useApprovals } from './useApprovals';
import { createRowDecisions } from './useDecisions';
import { useProcessUpdater } from './useProcessUpdater';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

type Row = { id: number; status: Approval };
const build = (...statuses: Approval[]) => {
  const record = buildRecord({ rows: statuses.map((status, index): Row => ({ id: index + 1, status })) });
  record.process = { ...record.process, actions: [buildAction('decide')] };
  return record;
};
type Decided = ReturnType<typeof build>;

const source = createRowDecisions<Decided, Row>({
  write: (_, decisions) => ({ action: 'saveTransit', data: decisions }),
  getRows: ({ rows }) => rows,
  withRows: (shown, rows) => ({ ...shown, rows }),
  getRowApproval: ({ status }) => status,
  withApproval: (row, status) => ({ ...row, status }),
  getRowName: ({ id }) => `Pager ${id}`,
});
const onDecided = vi.fn();
const removedRow: Row = { id: 99, status: 'WAITING_APPROVAL' };
const choices = {
  approval: [
    { key: 'WAITING_APPROVAL', name: 'Pending' },
    { key: 'APPROVED', name: 'Approved' },
    { key: 'REJECTED', name: 'Rejected' },
  ],
};

function Rows() {
  const { rows } = useProcess<Decided>().record;
  const { stale } = useProcessUpdater();
  const approvals = useApprovals({ action: 'decide', rows, source, onDecided });
  return (
    <>
      {approvals.bulk}
      {stale?.differences.map(({ path, label, serverValue, localValue }) => (
        <p key={path}>{[path, label, serverValue, localValue].join(' / ')}</p>
      ))}
      <ul>
        {rows.map((row) => (
          <li key={row.id} aria-label={`Pager ${row.id}`} onKeyDown={(event) => approvals.decideByKey(event, row)}>
            {approvals.cell(row, { name: `Pager ${row.id}` } as never)}
            <input type="checkbox" aria-label="Select" onChange={() => approvals.selection?.toggle(row.id, false)} />
            <input aria-label="Note" />
            <span contentEditable suppressContentEditableWarning>
              typed
            </span>
          </li>
        ))}
      </ul>
      <button type="button" onKeyDown={(event) => approvals.decideByKey(event, removedRow)}>
        Removed row
      </button>
    </>
  );
}

function show(record: Decided, fetchLatest?: () => Promise<Decided>) {
  const page = (
    <MetaProvider value={{ choices, resources: [], pages: [] } as unknown as Meta}>
      <TestPage record={record} {...(fetchLatest && { fetchLatest })}>
        <Rows />
      </TestPage>
      <Snackbar />
    </MetaProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}

const row = (id: number) => within(screen.getByRole('listitem', { name: `Pager ${id}` }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const key = (id: number, init: object) =>
  fireEvent.keyDown(screen.getByRole('listitem', { name: `Pager ${id}` }), init);
const getBodies = () => sent.mock.calls.filter(([method]) => method !== 'GET').map(([, , options]) => options?.body);

beforeEach(() => {
  onDecided.mockReset();
  sent.mockReset().mockResolvedValue({ version: 2 });
});
afterEach(cleanup);

it('shows only the decisions to a viewer who may not decide', () => {
  const record = build('APPROVED', 'WAITING_APPROVAL');
  record.process = { ...record.process, actions: [] };
  show(record);
  expect(row(1).getByText('Approved')).toBeTruthy();
  expect(row(2).getByText('Pending')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Approve|Undo/ })).toBeNull();
  key(2, { key: 'a' });
  expect(getBodies()).toEqual([]);
});

it('sends a decision on one row, and names the next open row after it, or else before it', async () => {
  show(build('WAITING_APPROVAL', 'APPROVED', 'WAITING_APPROVAL', 'REJECTED', 'WAITING_APPROVAL'));
  fireEvent.click(row(3).getByRole('button', { name: 'Reject' }));
  expect(onDecided).toHaveBeenLastCalledWith(3, 5);
  await waitFor(() => expect(getBodies()).toEqual([[{ id: 3, status: 'REJECTED' }]]));
  fireEvent.click(row(5).getByRole('button', { name: 'Approve' }));
  expect(onDecided).toHaveBeenLastCalledWith(5, 1);
  fireEvent.click(row(1).getByRole('button', { name: 'Approve' }));
  expect(onDecided).toHaveBeenLastCalledWith(1, undefined);
});

it('undoes a decision without going to another row', async () => {
  show(build('APPROVED', 'WAITING_APPROVAL'));
  fireEvent.click(row(1).getByRole('button', { name: 'Undo the decision on Pager 1' }));
  await waitFor(() => expect(getBodies()).toEqual([[{ id: 1, status: 'WAITING_APPROVAL' }]]));
  expect(onDecided).not.toHaveBeenCalled();
  // The buttons replace the one that had the focus.
  expect(row(1).getByRole('button', { name: 'Approve' })).toBeTruthy();
});

it('decides an open row with A or R, in either case', async () => {
  show(build('WAITING_APPROVAL', 'WAITING_APPROVAL', 'APPROVED'));
  expect(key(1, { key: 'A' })).toBe(false);
  expect(key(2, { key: 'r' })).toBe(false);
  // A decided row needs its button.
  key(3, { key: 'r' });
  await waitFor(() => expect(getBodies()).toEqual([[{ id: 1, status: 'APPROVED' }], [{ id: 2, status: 'REJECTED' }]]));
});

it.each([
  ['with Ctrl', () => key(1, { key: 'a', ctrlKey: true })],
  ['with Command', () => key(1, { key: 'a', metaKey: true })],
  ['with Alt', () => key(1, { key: 'a', altKey: true })],
  ['held down', () => key(1, { key: 'a', repeat: true })],
  ['in a text field', () => fireEvent.keyDown(row(1).getByLabelText('Note'), { key: 'a' })],
  ['in editable text', () => fireEvent.keyDown(row(1).getByText('typed'), { key: 'a' })],
  ['other than A and R', () => key(1, { key: 'x' })],
  ['for a row that was removed', () => fireEvent.keyDown(screen.getByText('Removed row'), { key: 'a' })],
])('leaves a key %s to the browser', async (_, pressKey) => {
  show(build('WAITING_APPROVAL'));
  expect(pressKey()).toBe(true);
  expect(getBodies()).toEqual([]);
});

it('decides with the focus in the checkbox of a row', async () => {
  show(build('WAITING_APPROVAL'));
  fireEvent.keyDown(row(1).getByRole('checkbox'), { key: 'a' });
  await waitFor(() => expect(getBodies()).toEqual([[{ id: 1, status: 'APPROVED' }]]));
});

it('decides all rows that differ, and restores the earlier decisions in one step', async () => {
  show(build('WAITING_APPROVAL', 'APPROVED', 'REJECTED'));
  press('Approve all');
  await screen.findByText('Approval decisions saved: 2 approved.');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(getBodies()).toEqual([
      [
        { id: 1, status: 'APPROVED' },
        { id: 3, status: 'APPROVED' },
      ],
      [
        { id: 1, status: 'WAITING_APPROVAL' },
        { id: 3, status: 'REJECTED' },
      ],
    ]),
  );
});

it.each([
  ['Approve all', 'APPROVED', 'Already approved'],
  ['Reject all', 'REJECTED', 'Already rejected'],
] as const)('sends nothing if all rows have the decision already: %s', async (name, status, message) => {
  show(build(status, status));
  press(name);
  await screen.findByText(message);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(getBodies()).toEqual([]);
});

it('decides the selected rows, and clears the selection', async () => {
  show(build('WAITING_APPROVAL', 'WAITING_APPROVAL', 'WAITING_APPROVAL'));
  const approve = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Approve selected' });
  expect(approve().disabled).toBe(true);
  for (const id of [1, 3]) fireEvent.click(row(id).getByRole('checkbox'));
  screen.getByText('2 selected');
  fireEvent.click(approve());
  await waitFor(() =>
    expect(getBodies()).toEqual([
      [
        { id: 1, status: 'APPROVED' },
        { id: 3, status: 'APPROVED' },
      ],
    ]),
  );
  expect(screen.queryByText('2 selected')).toBeNull();
});

it('shows who decided differently on which rows, with the decisions of both', async () => {
  const rows = [{ list: '', id: 1, current: {}, changedBy: 'Eva' }];
  sent.mockRejectedValueOnce(new ApiError(409, { code: 'STALE', message: 'Changed', rows: rows as never }));
  show(build('WAITING_APPROVAL', 'WAITING_APPROVAL'), async () => build('REJECTED', 'APPROVED'));
  press('Approve all');
  await screen.findByText('1 / Approval of Pager 1 / Rejected / Approved');
  expect(screen.queryByText(/Approval of Pager 2/)).toBeNull();
  // Nothing is announced as saved.
  expect(screen.queryByText(/decision(s)? saved/)).toBeNull();
});
