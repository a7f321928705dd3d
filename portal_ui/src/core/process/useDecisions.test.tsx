// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { call, NetworkError } from '../../api/http';
import { theme } from '../../theme/theme';
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
