// @vitest-environment jsdom

import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataProvider } from '../../../api/dataProvider';
import { MetaProvider } from '../../../api/meta';
import { createQueryClient } from '../../../api/queryClient';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { ProcessStep } from '../../../api/requests';
import type { Meta } from '../../../api/types';
import { PreviewProvider } from '../../../core/files/preview';
import { getI18nProvider } from '../../../core/i18n/i18nProvider';
import Snackbar from '../../../core/layout/Snackbar';
import { stubWidth } from '../../../core/tables/testing';
import { theme } from '../../../theme/theme';
import RepairPage from './RepairPage';
import { buildPart } from './testing';

const meta = {
  resources: [],
  pages: [],
  statuses: {},
  choices: {
    approval: [{ key: 'APPROVED', name: 'Approved' }],
    repairStatus: ['IN_PROGRESS', 'REPAIRED', 'REPLACED'].map((key) => ({ key, name: key })),
  },
  limits: { comment: 1024 },
  user: { username: 'ann' },
} as unknown as Meta;

/** Open a repair at a tab with a mocked server. Returns the sent request bodies by the end of their path. */
async function openRepair(
  tab: string,
  action: string,
  parts: RepairPart[],
  step: Partial<ProcessStep> = {},
  more: Partial<Repair> = {},
) {
  const record = {
    id: 7,
    number: 'R-2026-000007',
    status: { key: 'NEW', value: 'New' },
    version: 1,
    createdAt: '2026-11-20T10:00:00Z',
    updatedAt: '2026-11-20T10:00:00Z',
    completedAt: null,
    related: [],
    isAllowedToContinue: true,
    approvalComments: {},
    repairParts: parts,
    process: {
      kind: 'repair',
      tab,
      turn: 'Decide',
      isYourTurn: true,
      steps: [
        {
          key: tab,
          label: tab,
          actor: null,
          actorLabel: null,
          state: 'current',
          enabled: true,
          editable: true,
          leftAt: null,
          ending: null,
          hides: [],
          ...step,
        },
      ],
      actions: [{ key: action, label: action, tab, enabled: true, reason: null, ask: null, rejects: false }],
    },
    ...more,
  };
  const sent = new Map<string, unknown>();
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input), 'http://portal');
    if (pathname.endsWith('/fetch/course')) return new Response('{}', { status: 404 });
    if (init.method !== 'GET') sent.set(pathname.split('/repairing/')[1] ?? pathname, JSON.parse(String(init.body)));
    return new Response(JSON.stringify(init.method === 'GET' ? record : { version: 2 }), { status: 200 });
  });
  const i18nProvider = await getI18nProvider('en');
  const page = (
    <CoreAdminContext queryClient={createQueryClient()} store={memoryStore()} dataProvider={dataProvider}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={meta}>
          <PreviewProvider>
            <RepairPage />
            <Snackbar />
          </PreviewProvider>
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/process-repair/:id', element: page }], {
    initialEntries: ['/en/process-repair/7'],
  });
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  await screen.findByRole('table');
  return sent;
}

beforeEach(() => stubWidth(1200));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('approval of units', () => {
  const parts = [
    buildPart(1, { initialApproval: 'APPROVED' }),
    buildPart(2, { initialApproval: 'REJECTED' }),
    buildPart(3, { initialApproval: 'WAITING_APPROVAL' }),
  ];

  it('rejects all units that are not rejected yet, and approves the selected ones', { timeout: 30_000 }, async () => {
    const sent = await openRepair('DETAILS', 'initial_approval', parts);
    fireEvent.click(screen.getByRole('button', { name: 'Reject all' }));
    await waitFor(() =>
      expect(sent.get('change/initial/status/all')).toEqual([
        { id: 1, status: 'REJECTED' },
        { id: 3, status: 'REJECTED' },
      ]),
    );
    sent.clear();
    fireEvent.click(screen.getByRole('checkbox', { name: /SN 2$/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }));
    await waitFor(() => expect(sent.get('change/initial/status/all')).toEqual([{ id: 2, status: 'APPROVED' }]));
  });

  it('opens with the first unit for a viewer without a decision', { timeout: 30_000 }, async () => {
    await openRepair('DETAILS', 'other', parts);
    expect(screen.getByRole('row', { current: true }).textContent).toContain('SN 1');
  });

  it.each(['DETAILS', 'REPAIR'])('names the model above the serial number in list and panel of %s', async (tab) => {
    await openRepair(tab, 'other', parts);
    const names = screen.getAllByText(/^(SN 1|RadEye G-10)$/).map(({ textContent }) => textContent);
    expect(names.slice(0, 2)).toEqual(['RadEye G-10', 'SN 1']);
    expect(names.slice(-2)).toEqual(['RadEye G-10', 'SN 1']);
  });

  it('is hidden if the server hides it from the role', { timeout: 30_000 }, async () => {
    await openRepair('DETAILS', 'nothing', parts, { hides: ['initialApproval'] });
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).not.toContain('Initial approval');
    expect(screen.queryByText('Approved')).toBeNull();
  });

  it('shows rejected units with their reasons, once submitted, to roles without the column', {
    timeout: 30_000,
  }, async () => {
    const buildComment = (text: string) => ({ NEW: { text, by: 'Vera', at: '2026-11-20T10:00:00Z' } });
    const [first, second] = parts;
    if (!first || !second) throw new Error('expected two units');
    const units = [first, { ...second, approvalComments: buildComment('Not within this programme.') }];
    const commented = { approvalComments: buildComment('Pack the pagers without their batteries.') };
    const hides = { hides: ['initialApproval'], editable: false };
    await openRepair('DETAILS', 'nothing', units, { ...hides, state: 'current' }, commented);
    expect(screen.queryByText('Not within this programme.')).toBeNull();
    expect(screen.queryByRole('figure')).toBeNull();
    cleanup();
    const status = { key: 'IN_SHIPPING_DETAILS', value: 'Shipping details', tone: 'waiting' } as const;
    await openRepair('DETAILS', 'nothing', units, { ...hides, state: 'done' }, { ...commented, status });
    expect(screen.getByRole('note').textContent).toContain('SN 2Not within this programme.');
    expect(screen.getByRole('figure', { name: 'Comment on the request' }).textContent).toContain('batteries');
  });

  it('is undone by the button of a unit, or in one step after a bulk decision', {
    timeout: 30_000,
  }, async () => {
    const sent = await openRepair('DETAILS', 'initial_approval', parts);
    fireEvent.click(screen.getByRole('button', { name: /^Undo the decision on .*SN 1$/ }));
    const path = 'change/initial/status/all';
    await waitFor(() => expect(sent.get(path)).toEqual([{ id: 1, status: 'WAITING_APPROVAL' }]));
    sent.clear();
    fireEvent.click(screen.getByRole('button', { name: 'Reject all' }));
    await waitFor(() => expect(sent.get(path)).toHaveLength(2));
    sent.clear();
    fireEvent.click(await screen.findByText('Undo'));
    await waitFor(() =>
      expect(sent.get(path)).toEqual([
        { id: 1, status: 'APPROVED' },
        { id: 3, status: 'WAITING_APPROVAL' },
      ]),
    );
  });
});

describe('detail panel of a list of units', () => {
  const parts = [1, 2, 3].map((id) =>
    buildPart(id, { initialApproval: id === 1 ? 'APPROVED' : 'WAITING_APPROVAL', problemDescription: `Problem ${id}` }),
  );
  const path = 'change/initial/status/all';
  const details = (id: number) => screen.findByRole('region', { name: new RegExp(`SN ${id}$`) });

  it('starts with the first open unit, and shows the next one after a decision', { timeout: 30_000 }, async () => {
    const sent = await openRepair('DETAILS', 'initial_approval', parts);
    const second = within(await details(2));
    expect(second.getByText('Problem 2')).toBeTruthy();
    fireEvent.click(second.getByRole('button', { name: 'Reject' }));
    await details(3);
    await waitFor(() => expect(sent.get(path)).toEqual([{ id: 2, status: 'REJECTED' }]));
  });

  it('decides with A and R, but not with the focus elsewhere, on key repeat or with Ctrl', {
    timeout: 30_000,
  }, async () => {
    const sent = await openRepair('DETAILS', 'initial_approval', parts);
    const unit = screen.getByRole('button', { name: /SN 2$/ });
    fireEvent.keyDown(document.body, { key: 'a' });
    fireEvent.keyDown(unit, { key: 'a', repeat: true });
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) fireEvent.keyDown(unit, { key: 'a', [modifier]: true });
    await details(2);
    fireEvent.keyDown(unit, { key: 'a' });
    await details(3);
    await waitFor(() => expect(sent.get(path)).toEqual([{ id: 2, status: 'APPROVED' }]));
    fireEvent.keyDown(screen.getByRole('button', { name: /SN 3$/ }), { key: 'r' });
    await waitFor(() => expect(sent.get(path)).toEqual([{ id: 3, status: 'REJECTED' }]));
  });

  it('shows the row that is clicked or focused', { timeout: 30_000 }, async () => {
    await openRepair('DETAILS', 'initial_approval', parts);
    fireEvent.click(screen.getByText('SN 1'));
    await details(1);
    fireEvent.focus(screen.getByRole('button', { name: /SN 3$/ }));
    await details(3);
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    await details(2);
  });

  it('is a dialog if the page has no room for a panel', { timeout: 30_000 }, async () => {
    stubWidth(700);
    await openRepair('DETAILS', 'initial_approval', parts);
    expect(screen.queryByRole('region', { name: /SN 2$/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /SN 2$/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unit 2 of 3' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    await screen.findByRole('dialog', { name: 'Unit 3 of 3' });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('repair of units', () => {
  const inService = { found: 'FOR_REPAIR', needsApproval: true, toRepair: true, repairApproval: 'APPROVED' } as const;
  const path = 'update/parts/repair/data/all';
  const selectAll = (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Mark all units' }));
    fireEvent.click(screen.getByRole('menuitem', { name }));
  };
  const status = (id: number) => screen.getByRole('combobox', { name: new RegExp(`SN ${id}$`) });

  it('saves one row alone, and keeps unsaved values of the other rows', { timeout: 30_000 }, async () => {
    const sent = await openRepair('REPAIR', 'save_repairs', [buildPart(1, inService), buildPart(2, inService)]);
    fireEvent.change(status(1), { target: { value: 'IN_PROGRESS' } });
    fireEvent.change(status(2), { target: { value: 'REPAIRED' } });
    fireEvent.click(screen.getByRole('button', { name: /^Save .*SN 2$/ }));
    await waitFor(() =>
      expect(sent.get('update/parts/repair/data/all')).toEqual([{ repairPartId: 2, status: 'REPAIRED', comment: '' }]),
    );
    expect(status(1)).toHaveProperty('value', 'IN_PROGRESS');
  });

  it('shows problem and diagnosis next to the form', { timeout: 30_000 }, async () => {
    const part = buildPart(1, { ...inService, problemDescription: 'Does not hold its charge.' });
    await openRepair('REPAIR', 'save_repairs', [part]);
    const details = within(screen.getByRole('region', { name: /SN 1$/ }));
    const problem = within(details.getByRole('region', { name: 'Problem' }));
    expect(problem.getByText('Does not hold its charge.')).toBeTruthy();
    expect(details.getByText('FOR_REPAIR')).toBeTruthy();
    expect(details.getByRole('textbox', { name: /^Repair comment.*SN 1$/ })).toBeTruthy();
  });

  it('sets all statuses in one step, and then clears the error of a missing status', { timeout: 30_000 }, async () => {
    const sent = await openRepair('REPAIR', 'save_repairs', [buildPart(1, inService), buildPart(2, inService)]);
    const reason = 'Choose a repair status';
    fireEvent.change(screen.getByRole('textbox', { name: /^Repair comment.*SN 1$/ }), {
      target: { value: 'New board' },
    });
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
    selectAll('Mark all as repaired');
    await waitFor(() => expect(sent.get('update/parts/repair/data/all')).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
  });

  it('saves earlier unsaved statuses together with a bulk status', { timeout: 30_000 }, async () => {
    const sent = await openRepair('REPAIR', 'save_repairs', [buildPart(1, inService), buildPart(2, inService)]);
    fireEvent.change(status(1), { target: { value: 'REPAIRED' } });
    fireEvent.change(status(2), { target: { value: 'REPAIRED' } });
    selectAll('Mark all as repaired');
    await waitFor(() =>
      expect(sent.get('update/parts/repair/data/all')).toMatchObject([{ repairPartId: 1 }, { repairPartId: 2 }]),
    );
  });

  it('asks before it overwrites results, and restores all of them with Undo', { timeout: 60_000 }, async () => {
    const replaced = { repairStatus: 'REPLACED', replacementSerial: 'NEW 1', repairComment: 'Swapped' } as const;
    const sent = await openRepair('REPAIR', 'save_repairs', [
      buildPart(1, { ...inService, ...replaced }),
      buildPart(2, inService),
    ]);
    selectAll('Mark all as in progress');
    const question = await screen.findByRole('dialog', { name: 'Mark all as in progress' });
    expect(question.textContent).toContain('1 unit already has another result');
    expect(sent.has(path)).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Mark all' }));
    await waitFor(() => expect(sent.get(path)).toHaveLength(2));
    sent.clear();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent.get(path)).toEqual([
        { repairPartId: 1, status: 'REPLACED', comment: 'Swapped', replacementSerial: 'NEW 1' },
        { repairPartId: 2, status: null, comment: '' },
      ]),
    );
  });

  it('asks before a unit that is not repairable is marked as repaired', { timeout: 30_000 }, async () => {
    const sent = await openRepair('REPAIR', 'save_repairs', [buildPart(1, { ...inService, found: 'NON_REPAIRABLE' })]);
    selectAll('Mark all as repaired');
    await screen.findByRole('dialog', { name: 'Mark all as repaired' });
    expect(sent.has(path)).toBe(false);
  });

  it('does not send a replaced unit without its new serial number', { timeout: 30_000 }, async () => {
    const sent = await openRepair('REPAIR', 'save_repairs', [buildPart(1, inService), buildPart(2, inService)]);
    selectAll('Mark all as replaced');
    await screen.findByText('Enter the new serial numbers for 2 units, then save.');
    expect(sent.has(path)).toBe(false);
  });

  it('shows a missing unit as not received', { timeout: 30_000 }, async () => {
    await openRepair('REPAIR', 'save_repairs', [buildPart(1, { isMissing: true })]);
    expect(screen.getAllByText('Not received').length).toBeGreaterThan(0);
  });

  it('shows the new serial number with the result, separate from the comment', { timeout: 30_000 }, async () => {
    const replaced = { repairStatus: 'REPLACED', replacementSerial: 'NEW 1', repairComment: 'Swapped' } as const;
    await openRepair('REPAIR', 'comment', [buildPart(1, { ...inService, ...replaced })]);
    const row = within(screen.getByRole('table'));
    expect(row.getByText('New serial number: NEW 1').closest('td')?.textContent).toContain('REPLACED');
    expect(row.getByText('Swapped').closest('td')?.textContent).toBe('Swapped');
  });

  it('shows a missing new serial number below the repair status, and requires its field', {
    timeout: 30_000,
  }, async () => {
    await openRepair('REPAIR', 'save_repairs', [buildPart(1, inService)]);
    fireEvent.change(status(1), { target: { value: 'REPLACED' } });
    const field = await screen.findByRole('textbox', { name: /^New serial number.*SN 1$/ });
    fireEvent.change(field, { target: { value: 'NEW 1' } });
    fireEvent.change(field, { target: { value: '' } });
    fireEvent.blur(field);
    const row = within(screen.getByRole('table'));
    const error = await row.findByText('Enter the new serial number');
    expect(error.closest('td')?.querySelector('select')).toBeTruthy();
    expect(row.getByText('No comment yet')).toBeTruthy();
    expect(field.getAttribute('aria-required')).toBe('true');
    expect(screen.getByText('New serial number').textContent).toBe('New serial number');
  });

  it('strikes the cost of a rejected unit, and shows the approved total', { timeout: 30_000 }, async () => {
    const costing = (totalCost: number) => ({ ...buildPart(1, inService).diagnosticInfo, totalCost });
    await openRepair('REPAIR', 'save_repairs', [
      buildPart(1, { ...inService, diagnosticInfo: costing(300) }),
      buildPart(2, { ...inService, toRepair: false, repairApproval: 'REJECTED', diagnosticInfo: costing(3000) }),
    ]);
    const costs = within(screen.getByRole('table')).getAllByText(/^\$/);
    expect(costs.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['SPAN', '$300.00'],
      ['S', '$3,000.00'],
    ]);
    expect(screen.getByText('$300.00 of $3,300.00 approved')).toBeTruthy();
  });

  it('has no bulk actions if no unit is to be repaired', { timeout: 30_000 }, async () => {
    await openRepair('REPAIR', 'save_repairs', [buildPart(1, { found: 'IT_IS_WORKING' })]);
    expect(screen.queryByRole('button', { name: 'Mark all units' })).toBeNull();
  });
});
