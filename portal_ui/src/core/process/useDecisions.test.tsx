// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { call, NetworkError } from '../../api/http';
import { theme } from '../../theme/theme';
import Snackbar from '../layout/Snackbar';
import { ActionBar } from './ActionBar';
import type { Approval } from './decisionQueue';
import { buildRecord, createTestRouter, TestPage } from './testing';
import { createRowDecisions, useDecisions } from './useDecisions';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const record = buildRecord({ rows: [{ id: 1, status: 'WAITING_APPROVAL' as Approval }] });
const source = createRowDecisions<typeof record, (typeof record.rows)[number]>({
  write: (_, decisions) => ({ action: 'saveTransit', data: { decisions } }),
  getRows: ({ rows }) => rows,
  withRows: (shown, rows) => ({ ...shown, rows }),
  getRowApproval: ({ status }) => status,
  withApproval: (row, status) => ({ ...row, status }),
  getRowName: () => 'Pager',
});

function Decisions() {
  const { decide } = useDecisions(source);
  return (
    <button type="button" onClick={() => decide([{ id: 1, status: 'APPROVED' }])}>
      Approve
    </button>
  );
}

/** Buttons to reject all rows, which is announced, and to approve one. */
function DecisionButtons() {
  const { decide } = useDecisions(source);
  const done = { message: 'process.approval.rejectedSome', args: { smart_count: 1 } };
  return (
    <>
      <button type="button" onClick={() => decide([{ id: 1, status: 'REJECTED' }], done)}>
        Reject all
      </button>
      <button type="button" onClick={() => decide([{ id: 1, status: 'APPROVED' }])}>
        Approve one
      </button>
    </>
  );
}

afterEach(cleanup);

it('are reported as not saved if they are rolled back, not as kept', async () => {
  vi.mocked(call).mockRejectedValue(new NetworkError());
  const page = (
    <TestPage record={record}>
      <Decisions />
      <ActionBar />
    </TestPage>
  );
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={createTestRouter(page)} />
    </ThemeProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("The decision wasn't saved.");
  expect(alert.textContent).not.toContain('still here');
});

it('are announced only if they were saved, not with the next decision', async () => {
  vi.mocked(call).mockRejectedValueOnce(new NetworkError()).mockResolvedValue({ version: 2 });
  const fetchLatest = vi.fn(async () => record);
  const page = (
    <>
      <TestPage record={record} fetchLatest={fetchLatest}>
        <DecisionButtons />
        <ActionBar />
      </TestPage>
      <Snackbar />
    </>
  );
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={createTestRouter(page)} />
    </ThemeProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Reject all' }));
  await screen.findByRole('alert');
  await waitFor(() => expect(fetchLatest).toHaveBeenCalledTimes(1));
  fireEvent.click(screen.getByRole('button', { name: 'Approve one' }));
  await waitFor(() => expect(fetchLatest).toHaveBeenCalledTimes(2));
  expect(screen.queryByText(/decision saved/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Reject all' }));
  expect(await screen.findByText('Rejection decision saved: 1 rejected.')).toBeTruthy();
});
