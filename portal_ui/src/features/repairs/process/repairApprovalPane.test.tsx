// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../../api/http';
import type { Repair, RepairPart } from '../../../api/repairs';
import { PreviewProvider } from '../../../core/files/preview';
import { buildAction, buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { stubWidth } from '../../../core/tables/testing';
import RepairApprovalPane from './RepairApprovalPane';
import RepairDetailsPane from './RepairDetailsPane';
import RepairPane from './RepairPane';
import { buildPart } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.setConfig({ testTimeout: 30_000 });
const sent = vi.mocked(call);

beforeEach(() => {
  stubWidth(1200);
  sent.mockReset().mockImplementation((async (method: string) => (method === 'GET' ? [] : { version: 2 })) as never);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const costing = (totalCost: number | null, more: Partial<RepairPart> = {}): Partial<RepairPart> => ({
  needsApproval: true,
  diagnosticInfo: {
    status: { key: 'FOR_REPAIR', value: 'For repair' },
    comment: '',
    withPredefinedTypes: false,
    ...(totalCost !== null && { totalCost }),
  },
  ...more,
});
/** Units: approved, open, working without approval, missing, and rejected before shipping. */
const units = (cost: number | null = 30) => [
  buildPart(1, costing(cost, { repairApproval: 'APPROVED' })),
  buildPart(2, costing(cost)),
  buildPart(3, { ...costing(cost), needsApproval: false }),
  buildPart(4, { isMissing: true }),
  buildPart(5, { initialApproval: 'REJECTED' }),
];

function open(pane: ReactElement, repairParts: RepairPart[], ...actions: string[]) {
  const record = buildRecord({ repairParts, arrivals: null }) as unknown as Repair;
  record.process = { ...record.process, actions: actions.map((key) => buildAction(key)) };
  const page = (
    <PreviewProvider>
      <TestPage record={record}>{pane}</TestPage>
    </PreviewProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}
const openApproval = (parts: RepairPart[], ...actions: string[]) => open(<RepairApprovalPane />, parts, ...actions);
const writes = () => sent.mock.calls.filter(([method]) => method !== 'GET');
const row = (id: number) => screen.getByText(`SN ${id}`, { selector: 'td span' }).closest('tr') as HTMLElement;
const panel = () => document.querySelector<HTMLElement>('section[aria-label]') as HTMLElement;

it('asks for a decision on units that need one, and begins with the first open one', async () => {
  openApproval(units(), 'repair_approval');
  expect([1, 2, 3, 4].map((id) => within(row(id)).queryByText('Approve') !== null)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(row(3).textContent).toContain('No approval needed');
  expect(row(4).textContent).not.toContain('No approval needed');
  expect(screen.queryByText('SN 5')).toBeNull();
  expect(row(2).getAttribute('aria-current')).toBe('true');
  fireEvent.click(within(row(2)).getByText('Approve'));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.[1]).toContain('change/main/status/all');
  expect(writes()[0]?.[2]?.body).toEqual([{ id: 2, status: 'APPROVED' }]);
});

it('sums up cost and decisions of the units that need one', () => {
  openApproval(units(), 'repair_approval');
  expect(screen.getByText('$30.00 of $60.00 approved')).toBeTruthy();
  expect(screen.getByText('1 approved · 0 rejected · 1 pending')).toBeTruthy();
});

it('decides on all units that need it, and on no other', async () => {
  openApproval(units(), 'repair_approval');
  fireEvent.click(screen.getByText('Reject all', { selector: 'button' }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.[2]?.body).toEqual([
    { id: 1, status: 'REJECTED' },
    { id: 2, status: 'REJECTED' },
  ]);
});

it('shows no cost that the server hides', () => {
  openApproval(units(null), 'repair_approval');
  const headers = [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
  expect(headers).not.toContain('Cost');
  expect(screen.queryByText(/\$|approved cost/i)).toBeNull();
  expect(panel().textContent).not.toContain('Cost');
});

it('is read-only for viewers, who see the comment on a unit', () => {
  const approvalComments = { IN_REPAIR_APPROVAL: { text: 'Go ahead', by: 'Vera', at: '2026-11-20T10:00:00Z' } };
  const [first, ...others] = units();
  if (!first) throw new Error('no unit');
  openApproval([{ ...first, approvalComments }, ...others]);
  expect(screen.queryByText('Approve')).toBeNull();
  expect(screen.queryByText('Reject all')).toBeNull();
  // Without a decision to take, no unit is more important than the first.
  expect(row(1).getAttribute('aria-current')).toBe('true');
  expect(panel().textContent).toContain('Go ahead');
  expect(screen.queryByText('Add comment')).toBeNull();
});

it('saves a comment on a unit for its step', async () => {
  openApproval(units(), 'comment');
  fireEvent.click(within(panel()).getByText('Add comment'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Too old' } });
  const save = dialog.getByText<HTMLButtonElement>('Save comment', { selector: 'button' });
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.[1]).toContain('save/part/approval/comment');
  expect(JSON.stringify(writes()[0]?.[2])).toContain('IN_REPAIR_APPROVAL');
});

it('offers no results to viewers without the permission to save them', () => {
  const inService = costing(30, { repairApproval: 'APPROVED', toRepair: true });
  open(<RepairPane />, [buildPart(1, inService)], 'comment');
  expect(document.querySelector('select, textarea')).toBeNull();
  expect(screen.queryByText('Save all')).toBeNull();
  expect(screen.queryByText('Mark all units')).toBeNull();
  expect(screen.getByText('Approved cost').parentElement?.textContent).toBe('Approved cost$30.00');
});

it.each([
  ['IN_REPAIR_APPROVAL', <RepairApprovalPane key="approval" />],
  ['NEW', <RepairDetailsPane key="details" />],
])('saves a comment on the request for the step %s', async (status, pane) => {
  open(pane, units(), 'comment');
  const bar = within(document.querySelector<HTMLElement>('[data-action-bar]') as HTMLElement);
  fireEvent.click(bar.getByText(/comment/i, { selector: 'button' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Too old' } });
  const save = dialog.getByText<HTMLButtonElement>('Save comment', { selector: 'button' });
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.[1]).not.toContain('/part/');
  expect(writes()[0]?.[2]).toMatchObject({ body: { ownerId: 7, status, comment: 'Too old' } });
});

it.each([
  ['repair', 'IN_REPAIR_APPROVAL', <RepairApprovalPane key="approval" />],
  ['request', 'NEW', <RepairDetailsPane key="details" />],
])('has no comment of the client in the panel of the %s if the viewer can write one', (_, step, pane) => {
  const approvalComments = { [step]: { text: 'Go ahead', by: 'Vera', at: '2026-11-20T10:00:00Z' } };
  const [first, ...others] = units();
  if (!first) throw new Error('no unit');
  const section = () => within(panel()).queryByRole('region', { name: 'Approval comment' });
  open(pane, [{ ...first, approvalComments }, ...others]);
  expect(section()).not.toBeNull();
  cleanup();
  open(pane, [{ ...first, approvalComments }, ...others], 'comment');
  expect(section()).toBeNull();
});

it('has the cost of a unit in the panel only once it has a diagnosis', () => {
  openApproval([buildPart(1, costing(30)), buildPart(2, { isMissing: true })]);
  expect(within(panel()).getByRole('region', { name: 'Cost' }).textContent).toContain('$30.00');
  cleanup();
  openApproval([buildPart(2, { isMissing: true }), buildPart(1, costing(30))]);
  expect(within(panel()).queryByRole('region', { name: 'Cost' })).toBeNull();
});

it('counts the decisions on all units of a request, each by its status', () => {
  open(<RepairDetailsPane />, [
    buildPart(1, { initialApproval: 'APPROVED' }),
    buildPart(2, { initialApproval: 'REJECTED' }),
    buildPart(3, { initialApproval: 'REJECTED' }),
    buildPart(4, { initialApproval: 'WAITING_APPROVAL' }),
  ]);
  expect(screen.getByText('1 approved · 2 rejected · 1 pending')).toBeTruthy();
});

it('lets the user select only units that need a decision', () => {
  openApproval(units(), 'repair_approval');
  const isSelectable = (id: number) => row(id).querySelector('input[type=checkbox]:not(:disabled)') !== null;
  expect([1, 2, 3, 4].map(isSelectable)).toEqual([true, true, false, false]);
});

it('has buttons in the panel only for units that need a decision', () => {
  openApproval(units(), 'repair_approval');
  expect(within(panel()).getByText('Approve', { selector: 'button' })).toBeTruthy();
  fireEvent.click(within(row(3)).getByText('SN 3'));
  expect(panel().getAttribute('aria-label')).toContain('SN 3');
  expect(within(panel()).queryByText('Approve', { selector: 'button' })).toBeNull();
});

// The buttons are followed by a status for print.
it.each([
  ['the buttons of a decision below the problem', ['initial_approval'], ['Silent', 'Approve', 'WAITING_APPROVAL']],
  ['a status above the problem', [], ['WAITING_APPROVAL', 'Silent']],
])('shows on a card %s', (_, actions, order) => {
  stubWidth(300);
  const part = buildPart(1, { initialApproval: 'WAITING_APPROVAL', problemDescription: 'Silent' });
  open(<RepairDetailsPane />, [part], ...actions);
  const card = screen.getByText('SN 1').closest('li');
  expect(card?.textContent?.match(/Silent|Approve|WAITING_APPROVAL/g)).toEqual(order);
});
