// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Notification } from 'react-admin';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkError } from '../../../api/errors';
import { call } from '../../../api/http';
import { MetaProvider } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { Meta } from '../../../api/types';
import { PreviewProvider } from '../../../core/files/preview';
import type { ProcessPageState } from '../../../core/process/processContext';
import { buildAction, buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { stubWidth } from '../../../core/tables/testing';
import RepairPane from './RepairPane';
import { buildPart } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.setConfig({ testTimeout: 30_000 });
const sent = vi.mocked(call);

const statuses = ['REJECTED', 'IN_PROGRESS', 'REPLACED', 'REPAIRED', 'NON_REPAIRABLE'];
const meta = {
  resources: [],
  pages: [],
  choices: { repairStatus: statuses.map((key) => ({ key, name: key })) },
  limits: { comment: 10 },
} as unknown as Meta;

let respond: () => unknown;
beforeEach(() => {
  stubWidth(1200);
  respond = () => ({ version: 2 });
  sent.mockReset().mockImplementation((async (method: string) => (method === 'GET' ? [] : respond())) as never);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const build = (id: number, { totalCost, ...more }: Partial<RepairPart> & { totalCost?: number } = {}) => {
  const part = buildPart(id, {
    found: 'FOR_REPAIR',
    needsApproval: true,
    toRepair: true,
    repairApproval: 'APPROVED',
    ...more,
  });
  if (totalCost !== undefined && part.diagnosticInfo) part.diagnosticInfo = { ...part.diagnosticInfo, totalCost };
  return part;
};

function open(repairParts: RepairPart[], actions = ['save_repairs'], state: Partial<ProcessPageState<Repair>> = {}) {
  const record = buildRecord({ repairParts, arrivals: null }) as unknown as Repair;
  record.process = { ...record.process, actions: actions.map((key) => buildAction(key)) };
  const page = (
    <MetaProvider value={meta}>
      <PreviewProvider>
        <TestPage record={record} state={state}>
          <RepairPane />
        </TestPage>
      </PreviewProvider>
      <Notification />
    </MetaProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}
const writes = () => sent.mock.calls.filter(([method]) => method !== 'GET').map(([, , options]) => options?.body);
const table = () => within(screen.getByRole('table'));
const panel = () => within(document.querySelector<HTMLElement>('section[aria-label]') as HTMLElement);
const bar = () => within(document.querySelector<HTMLElement>('[data-action-bar]') as HTMLElement);
const status = (id: number) => table().getByLabelText<HTMLSelectElement>(new RegExp(`^Repair status: .*SN ${id}$`));
const change = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const comment = () => panel().getByLabelText(/^Repair comment/);
const saveAll = () => bar().getByText<HTMLButtonElement>('Save all', { selector: 'button' });
const saveUnit = () => panel().getByText<HTMLButtonElement>('Save this unit', { selector: 'button' });
const mark = (name: string) => {
  fireEvent.click(screen.getByText('Mark all units', { selector: 'button' }));
  fireEvent.click(screen.getByRole('menuitem', { name }));
};

describe('save of all units', () => {
  it('names what is missing: a status first, or a new serial number', async () => {
    open([build(1)]);
    expect(saveAll().disabled).toBe(true);
    await waitFor(() => expect(bar().queryByText(/^(Choose|Enter)/)).toBeNull());
    change(comment(), 'Ordered');
    await bar().findByText('Choose a repair status');
    expect(saveAll().disabled).toBe(true);
    change(status(1), 'REPLACED');
    await bar().findByText('Enter the new serial number');
    change(panel().getByLabelText(/^New serial number/), 'NEW 1');
    await waitFor(() => expect(saveAll().disabled).toBe(false));
    expect(bar().queryByText(/^(Choose|Enter)/)).toBeNull();
    fireEvent.click(saveAll());
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]).toEqual([
      { repairPartId: 1, status: 'REPLACED', comment: 'Ordered', replacementSerial: 'NEW 1' },
    ]);
    await waitFor(() => expect(saveAll().disabled).toBe(true));
  });

  it('is not offered while only unsaved text of an ended step is kept', () => {
    open([build(1)], [], { isStaleFormRetained: true });
    expect(status(1)).toBeTruthy();
    expect(screen.queryByText('Save all')).toBeNull();
    expect(screen.queryByText('Mark all units')).toBeNull();
  });
});

describe('save of one unit', () => {
  it.each([
    ['status', () => change(status(1), 'REPAIRED')],
    ['comment', () => change(comment(), 'New board')],
    ['new serial number', () => change(panel().getByLabelText(/^New serial number/), 'NEW 2')],
  ])('is possible once its %s has changed', async (_, edit) => {
    open([build(1, { repairStatus: 'REPLACED', replacementSerial: 'NEW 1' }), build(2)]);
    fireEvent.click(table().getByText('SN 1'));
    expect(saveUnit().disabled).toBe(true);
    edit();
    await waitFor(() => expect(saveUnit().disabled).toBe(false));
    fireEvent.click(saveUnit());
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]).toMatchObject([{ repairPartId: 1 }]);
  });

  it('needs a status, and waits for another save', async () => {
    open([build(1), build(2, { repairStatus: 'IN_PROGRESS' })]);
    change(comment(), 'New board');
    await table().findByText('New board');
    expect(saveUnit().disabled).toBe(true);
    change(status(1), 'REPAIRED');
    await waitFor(() => expect(saveUnit().disabled).toBe(false));
    let finish: (value: unknown) => void = () => undefined;
    respond = () => new Promise((resolve) => (finish = resolve));
    fireEvent.click(saveAll());
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(saveUnit().disabled).toBe(true);
    fireEvent.click(screen.getByText('Mark all units', { selector: 'button' }));
    expect(screen.queryByRole('menuitem')).toBeNull();
    await act(async () => finish({ version: 2 }));
  });
});

describe('repair of one unit', () => {
  it('opens at the first unit without a result', () => {
    open([build(1, { repairStatus: 'REPAIRED' }), build(2, { toRepair: false }), build(3)]);
    expect(screen.getByRole('row', { current: true }).textContent).toContain('SN 3');
  });

  it('offers every status except the rejection, which is shown', () => {
    open([build(1)]);
    const options = [...status(1).options].map(({ value, disabled }) => [value, disabled]);
    expect(options).toEqual([['', false], ...statuses.map((key) => [key, key === 'REJECTED'])]);
  });

  it('has no comment without an approval, and no status of a rejected or working unit', () => {
    open([build(1, { repairApproval: 'WAITING_APPROVAL' })]);
    expect(panel().getByLabelText('Repair status')).toBeTruthy();
    expect(panel().queryByLabelText(/^Repair comment/)).toBeNull();
    expect(panel().queryByText('Save this unit')).toBeNull();
    cleanup();
    open([build(1, { repairStatus: 'REJECTED', repairComment: 'Too old' })]);
    expect(screen.queryByLabelText(/^Repair status/)).toBeNull();
    expect(table().getByText('REJECTED')).toBeTruthy();
  });

  it('shows the new serial number with the comment as they are typed, and an error of the comment instead', async () => {
    open([build(1)]);
    change(status(1), 'REPLACED');
    change(await panel().findByLabelText(/^New serial number/), 'NEW 1');
    change(comment(), 'Swapped');
    const cell = await table().findByText(/New serial number: NEW 1/);
    await waitFor(() => expect(cell.textContent).toBe('New serial number: NEW 1\nSwapped'));
    change(status(1), 'REPAIRED');
    await waitFor(() => expect(table().queryByText(/New serial number/)).toBeNull());
    expect(table().getByText('Swapped')).toBeTruthy();
    change(comment(), 'x'.repeat(11));
    fireEvent.blur(comment());
    await table().findByText('At most 10 characters');
    expect(table().queryByText('x'.repeat(11))).toBeNull();
  });
});

describe('cost of the repairs', () => {
  it('is one total of the units that needed an approval, if all have it', () => {
    open([build(1, { totalCost: 30 }), build(2, { totalCost: 5, needsApproval: false })]);
    const cells = within(screen.getAllByText('Total')[0]?.closest('tr') as HTMLElement).getAllByRole('cell');
    const column = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === 'Cost');
    expect(cells[column]?.textContent).toBe('$30.00');
    expect(screen.queryByText(/approved/i)).toBeNull();
  });

  it('has a summary if a repair is not approved, and none if the server hides it', () => {
    const pending = build(2, { totalCost: 5, repairApproval: 'WAITING_APPROVAL' });
    open([build(1, { totalCost: 30 }), pending]);
    expect(screen.getByText('$30.00 of $35.00 approved')).toBeTruthy();
    cleanup();
    open([build(1), build(2)]);
    expect(screen.queryByText(/approved|\$/i)).toBeNull();
    expect(table().getByText('Diagnosis')).toBeTruthy();
  });
});

describe('bulk status', () => {
  it('has an action per status', async () => {
    open([build(1)]);
    fireEvent.click(screen.getByText('Mark all units', { selector: 'button' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Mark all as in progress',
      'Mark all as replaced',
      'Mark all as repaired',
      'Mark all as not repairable',
    ]);
  });

  it('replaces nothing if the question is cancelled', async () => {
    open([build(1, { repairStatus: 'REPAIRED' }), build(2, { repairStatus: 'REPAIRED' })]);
    mark('Mark all as in progress');
    const question = within(await screen.findByRole('dialog'));
    expect(question.getByText(/^2 units already have another result/)).toBeTruthy();
    fireEvent.click(question.getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(writes()).toEqual([]);
    expect(status(1).value).toBe('REPAIRED');
  });

  it('restores what was typed before it with Undo', async () => {
    open([build(1), build(2)]);
    change(status(1), 'IN_PROGRESS');
    change(comment(), 'Ordered');
    mark('Mark all as repaired');
    await screen.findByText('Repair statuses saved successfully: 2 units');
    expect(writes()[0]).toMatchObject([{ status: 'REPAIRED', comment: 'Ordered' }, { status: 'REPAIRED' }]);
    fireEvent.click(screen.getByText('Undo'));
    await screen.findByText('The previous results were restored.');
    expect(writes()[1]).toMatchObject([
      { status: null, comment: '' },
      { status: null, comment: '' },
    ]);
    await waitFor(() => expect([status(1).value, status(2).value]).toEqual(['IN_PROGRESS', '']));
    expect(comment()).toHaveProperty('value', 'Ordered');
  });

  it('offers no Undo of a save that failed, and keeps the status in the form', async () => {
    open([build(1)]);
    respond = () => {
      throw new NetworkError();
    };
    mark('Mark all as repaired');
    await waitFor(() => expect(writes()).toHaveLength(1));
    await bar().findByText('Try again');
    expect(screen.queryByText('Undo')).toBeNull();
    expect(status(1).value).toBe('REPAIRED');
  });

  it('saves the units with their new serial number, and goes to the first without one', async () => {
    open([build(1), build(2, { repairStatus: 'REPLACED', replacementSerial: 'NEW 2' }), build(3)]);
    change(status(2), 'IN_PROGRESS');
    mark('Mark all as replaced');
    await screen.findByText('Enter the new serial numbers for 2 units, then save.');
    expect(writes()).toMatchObject([[{ repairPartId: 2, status: 'REPLACED', replacementSerial: 'NEW 2' }]]);
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^New serial number.*SN 1$/),
    );
  });
});
