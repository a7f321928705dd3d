// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { ProcessStep } from '../../api/requests';
import { RejectedAlert, StepPane, StepPaneHeader } from './StepPane';
import { buildRecord, createTestRouter, TestPage } from './testing';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(page: ReactNode, step: Partial<ProcessStep> = {}) {
  const tab = (
    <TestPage record={buildRecord({})} step={step}>
      {page}
    </TestPage>
  );
  render(<RouterProvider router={createTestRouter(tab)} />);
}

const header = (props: Partial<ComponentProps<typeof StepPaneHeader>>, step: Partial<ProcessStep> = {}) =>
  show(<StepPaneHeader title="process.history.title" {...props} />, step);
const sheet = { path: '/api/v1/files/export/units/xlsx', query: { repairId: 7 } };
const exportButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export' });

it('has the heading of the tab, or the one that the server has for the viewer', () => {
  header({});
  screen.getByRole('heading', { name: 'Status changes' });
  cleanup();
  header({ title: 'Packing list' });
  screen.getByRole('heading', { name: 'Packing list' });
  cleanup();
  header({}, { title: 'Decide on the units' });
  screen.getByRole('heading', { name: 'Decide on the units' });
});

it('shows the number of rows, also if there are none, and the totals', () => {
  header({ count: 12, summary: '3.5 kg' });
  expect(screen.getByRole('img', { name: '12 total' }).textContent).toContain('12');
  screen.getByText('3.5 kg');
  cleanup();
  header({ count: 0 });
  screen.getByRole('img', { name: '0 total' });
  cleanup();
  header({});
  expect(screen.queryByRole('img')).toBeNull();
});

it('exports the rows of the tab', async () => {
  const fetched = vi.fn(async (_: string) => new Response('{}', { status: 403 }));
  vi.stubGlobal('fetch', fetched);
  header({ sheet, count: 1 });
  fireEvent.click(exportButton());
  await waitFor(() => expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/files/export/units/xlsx?repairId=7'));
});

it.each([
  ['without rows', { count: 0 }, true],
  ['with rows', { count: 1 }, false],
  ['without a count', {}, false],
  ['if told that it is empty', { count: 3, empty: true }, true],
])('locks the export %s: %s', (_, props, isLocked) => {
  header({ sheet, ...props });
  expect(exportButton().disabled).toBe(isLocked);
});

it('shows the bulk actions next to a hidden heading', () => {
  header({ isCompact: true, actions: <button type="button">Approve all</button>, count: 3 });
  screen.getByRole('heading', { name: 'Status changes' });
  screen.getByRole('button', { name: 'Approve all' });
});

it('shows a note above the content and the actions below it', () => {
  show(
    <StepPane title="Units" note="Weigh each package." bar={{ secondary: <button type="button">Print</button> }}>
      <p>content</p>
    </StepPane>,
  );
  const texts = document.body.textContent ?? '';
  const order = ['Units', 'Weigh each package.', 'content', 'Print'].map((text) => texts.indexOf(text));
  expect(order).toEqual([...order].sort((one, another) => one - another));
  expect(order).not.toContain(-1);
});

const rejected = [
  { id: 1, name: 'Pager KX-77, SN 1', label: 'Pager (SN 1)', reason: 'Too old' },
  { id: 2, name: 'Clock, SN 2' },
];

it.each([
  [false, ['Pager KX-77, SN 1Too old', 'Clock, SN 2']],
  [true, ['Pager (SN 1)Too old', 'Clock, SN 2']],
])('lists rejected rows with their reasons (for a viewer without a task: %s)', (isQuiet, texts) => {
  show(<RejectedAlert title="repair.shipping.rejected" rejected={rejected} isQuiet={isQuiet} />);
  const rows = within(screen.getByRole('note')).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual(texts);
});

it('is absent without rejected rows', () => {
  show(<RejectedAlert title="repair.shipping.rejected" rejected={[]} />);
  expect(screen.queryByRole('note')).toBeNull();
});
