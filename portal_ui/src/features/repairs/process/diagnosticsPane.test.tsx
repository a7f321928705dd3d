// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Notification } from 'react-admin';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/errors';
import { call } from '../../../api/http';
import { MetaProvider } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { Meta } from '../../../api/types';
import { PreviewProvider } from '../../../core/files/preview';
import { buildAction, buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { stubWidth } from '../../../core/tables/testing';
import type { SpectrumFormBinding } from '../../spectra/suggestions';
import DiagnosticsPane from './DiagnosticsPane';
import { buildPart } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.setConfig({ testTimeout: 30_000 });
const sent = vi.mocked(call);

/** Fields that a spectrum file of the open unit may fill in. */
const spectrum = vi.hoisted(() => ({ binding: undefined as SpectrumFormBinding | undefined }));
vi.mock('../../spectra/spectrumBinding', async (original) => ({
  ...(await original<object>()),
  SpectrumBindingProvider: ({ value, children }: { value: SpectrumFormBinding; children: unknown }) => {
    spectrum.binding = value;
    return children;
  },
}));

const meta = {
  resources: [],
  pages: [],
  choices: {
    diagnosticStatus: [
      { key: 'FOR_REPAIR', name: 'For repair' },
      { key: 'IT_IS_WORKING', name: 'Working' },
    ],
  },
  limits: { comment: 1024, attachmentCount: 10, attachmentBytes: 1_000 },
} as unknown as Meta;

/** History of unit 1. */
const hint = {
  unitId: 1,
  open: [],
  replacedBy: [],
  replaces: [],
  times: 2,
  backDaysAgo: null,
  totalCost: null,
  instrumentId: 5,
  modelCost: 120,
  modelCases: 3,
};

let respond: () => unknown;
beforeEach(() => {
  stubWidth(1200);
  respond = () => ({ version: 2 });
  sent.mockReset().mockImplementation((async (method: string, path: string) => {
    if (method !== 'GET') return respond();
    return path.endsWith('/of-repair') ? [hint] : [];
  }) as never);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const types = {
  DIAGNOSTICS: [{ id: 1, text: 'Inspection', shortText: 'Insp.', value: 45 }],
  REPAIRS: [{ id: 2, text: 'Exchange', shortText: 'Exch.', value: 240 }],
  PARTS: [],
};
const diagnosed = (status: 'FOR_REPAIR' | 'IT_IS_WORKING', info: object = {}) =>
  ({
    diagnosticInfo: {
      status: { key: status, value: status === 'FOR_REPAIR' ? 'For repair' : 'Working' },
      comment: '',
      withPredefinedTypes: false,
      ...info,
    },
  }) as Partial<RepairPart>;

let latest: Repair | undefined;
function open(repairParts: RepairPart[], actions = ['save_diagnostics'], more: Partial<Repair> = {}) {
  latest = undefined;
  const record = buildRecord({ repairParts, arrivals: null, availableTypes: {}, ...more }) as unknown as Repair;
  record.process = { ...record.process, actions: actions.map((key) => buildAction(key)) };
  const page = (
    <MetaProvider value={meta}>
      <PreviewProvider>
        <TestPage record={record} fetchLatest={async () => latest ?? record}>
          <DiagnosticsPane />
        </TestPage>
      </PreviewProvider>
      <Notification />
    </MetaProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  return record;
}
const writes = () => sent.mock.calls.filter(([method]) => method !== 'GET');
const body = () => writes().at(-1)?.[2]?.body as { id: number; diagnosticInfo: { status: string; comment: string } }[];
// Roles are slow to find in a page of this size.
const table = () => within(screen.getByLabelText('Diagnostics', { selector: 'table' }));
const result = (id: number) => table().getByLabelText<HTMLSelectElement>(new RegExp(`^Diagnosis: .*SN ${id}$`));
const panel = (id: number) => within(screen.getByLabelText(new RegExp(`SN ${id}$`), { selector: 'section' }));
const button = (name: string | RegExp) => screen.queryByText<HTMLButtonElement>(name, { selector: 'button' });
const press = (name: string | RegExp) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const change = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe('editor of the diagnoses', () => {
  it('saves only the changed units, once something has changed', async () => {
    open([buildPart(1), buildPart(2), buildPart(3, { initialApproval: 'REJECTED' })]);
    expect(screen.queryAllByText('SN 3')).toEqual([]);
    expect(button('Save')?.disabled).toBe(true);
    change(result(2), 'FOR_REPAIR');
    await waitFor(() => expect(button('Save')?.disabled).toBe(false));
    press('Save');
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]?.[1]).toContain('save/part-in-diagnostic');
    expect(body()).toMatchObject([{ id: 2, serialNumber: 'SN 2', diagnosticInfo: { status: 'FOR_REPAIR' } }]);
    await screen.findByText('Data saved successfully: 1 unit');
    await waitFor(() => expect(button('Save')?.disabled).toBe(true));
  });

  it('opens with the first unit that has no diagnosis and did arrive', () => {
    open([buildPart(1, diagnosed('FOR_REPAIR')), buildPart(2, { isMissing: true }), buildPart(3)]);
    expect(screen.getByRole('row', { current: true }).textContent).toContain('SN 3');
  });

  it('has no fields for a unit that did not arrive', () => {
    open([buildPart(1, { isMissing: true })]);
    expect(table().getByText('Not received')).toBeTruthy();
    expect(screen.queryByLabelText(/^(Diagnosis|Comment|Serial number)/)).toBeNull();
  });

  it('shows the details of a unit: average cost of its model, prices and texts', async () => {
    open([buildPart(1, { problemDescription: 'Silent' })]);
    const details = panel(1);
    await details.findByText('Model average $120.00 (3 repairs)');
    expect(details.getByText('Silent')).toBeTruthy();
    expect(details.getByRole('list', { name: /SN 1/ })).toBeTruthy();
    const fields = ['Diagnosis price', 'Repair price', 'Parts price', 'Comment', 'Serial number', 'Service tag'];
    for (const name of fields) expect(details.getByLabelText(new RegExp(`^${name}: `))).toBeTruthy();
    // Without services of its part there is no choice.
    expect(details.queryByLabelText(/^Pricing method/)).toBeNull();
  });

  it('shows cost and comment in the table as they are entered', async () => {
    open([buildPart(1), buildPart(2)]);
    expect(table().getAllByText('No comment yet')).toHaveLength(2);
    change(panel(1).getByLabelText(/^Repair price/), '12,5');
    await table().findByText('$12.50');
    expect(table().getByText('Prices')).toBeTruthy();
    change(panel(1).getByLabelText(/^Parts price/), '2');
    await table().findByText('$14.50');
    change(panel(1).getByLabelText(/^Comment/), 'Cracked');
    await table().findByText('Cracked');
  });

  it('counts the chosen services of a unit whose part offers some', async () => {
    const pricesOrPredefinedTypes = { diagnosticTypes: types.DIAGNOSTICS, repairTypes: types.REPAIRS, partsTypes: [] };
    const services = { withPredefinedTypes: true, pricesOrPredefinedTypes };
    open([buildPart(1, diagnosed('FOR_REPAIR', services)), buildPart(2)], undefined, {
      availableTypes: { 1: types } as unknown as Repair['availableTypes'],
    });
    expect(table().getByText('2 services').parentElement?.textContent).toContain('$285.00');
    const chosen = panel(2).getByRole('group', { name: /^Pricing method/ });
    fireEvent.click(within(chosen).getByRole('button', { name: 'Services' }));
    expect(await panel(2).findByRole('button', { name: /^Choose services/ })).toBeTruthy();
  });

  it('names kind and services on the button of a unit', () => {
    const pricesOrPredefinedTypes = { diagnosticTypes: types.DIAGNOSTICS, repairTypes: types.REPAIRS, partsTypes: [] };
    open([buildPart(1, { ...diagnosed('FOR_REPAIR', { withPredefinedTypes: true, pricesOrPredefinedTypes }) })]);
    expect(panel(1).getByText('Diagnostics: Insp.; Repair: Exch.')).toBeTruthy();
  });

  it('shows an error of the server in the row and at its field, and keeps what was typed', async () => {
    open([buildPart(1), buildPart(2)]);
    change(result(2), 'FOR_REPAIR');
    const fields = { '0.diagnosticInfo.pricesOrPredefinedTypes.repairPrice': ['Too much.'] };
    respond = () => {
      throw new ApiError(400, { code: 'VALIDATION', message: 'No', fields });
    };
    press('Save');
    await table().findByText('Too much.');
    expect(table().getByText('Too much.').closest('tr')?.textContent).toContain('SN 2');
    expect(result(2).value).toBe('FOR_REPAIR');
    await waitFor(() => expect(button('Save')?.disabled).toBe(false));
  });

  it('does not send a comment without a diagnosis, and goes to it', async () => {
    open([buildPart(1), buildPart(2)]);
    change(panel(1).getByLabelText(/^Comment/), 'Cracked');
    press('Save');
    await table().findByText('Choose a diagnosis');
    expect(writes()).toEqual([]);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Diagnosis/));
  });

  it('sends the changes again after another user saved other units', async () => {
    const record = open([buildPart(1), buildPart(2)]);
    change(result(1), 'FOR_REPAIR');
    latest = { ...record, version: 5, repairParts: [buildPart(1), buildPart(2, diagnosed('IT_IS_WORKING'))] };
    let attempts = 0;
    respond = () => {
      attempts += 1;
      if (attempts === 1) throw new ApiError(409, { code: 'STALE', message: '' });
      return { version: 6 };
    };
    press('Save');
    await waitFor(() => expect(writes()).toHaveLength(2));
    expect(body().map(({ id, diagnosticInfo }) => [id, diagnosticInfo.status])).toEqual([[1, 'FOR_REPAIR']]);
    await waitFor(() => expect(result(2).value).toBe('IT_IS_WORKING'));
  });

  it('does not overwrite the diagnosis of another user for the same unit', async () => {
    const record = open([buildPart(1), buildPart(2)]);
    change(result(1), 'FOR_REPAIR');
    latest = { ...record, version: 5, repairParts: [buildPart(1, diagnosed('IT_IS_WORKING')), buildPart(2)] };
    respond = () => {
      throw new ApiError(409, { code: 'STALE', message: '' });
    };
    press('Save');
    await waitFor(() => expect(writes()).toHaveLength(1));
    await act(async () => undefined);
    expect(writes()).toHaveLength(1);
    expect(result(1).value).toBe('FOR_REPAIR');
  });

  it('lets a spectrum file fill in serial number and comment of the unit', async () => {
    open([buildPart(1, { problemDescription: 'Silent' })]);
    expect(spectrum.binding?.serialNumber?.current).toBe('SN 1');
    expect(spectrum.binding?.notes?.adjacentText).toBe('Silent');
    act(() => spectrum.binding?.serialNumber?.set('SN 9'));
    act(() => spectrum.binding?.notes?.set('Read from the file.'));
    expect(panel(1).getByLabelText<HTMLInputElement>(/^Serial number/).value).toBe('SN 9');
    await table().findByText('Read from the file.');
    expect(button('Save')?.disabled).toBe(false);
  });
});

describe('bulk edits of the diagnoses', () => {
  it('set the diagnosis of the selected units', async () => {
    open([buildPart(1), buildPart(2), buildPart(3)]);
    expect(button('Set selected')).toBeNull();
    for (const id of [1, 3])
      fireEvent.click(table().getByLabelText(new RegExp(`SN ${id}$`), { selector: 'input[type=checkbox]' }));
    press('Set selected');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Set to “Working”' }));
    expect([1, 2, 3].map((id) => result(id).value)).toEqual(['IT_IS_WORKING', '', 'IT_IS_WORKING']);
  });

  it('fill a value down once a field is focused', () => {
    open([buildPart(1), buildPart(2)]);
    expect(button('Fill down')?.disabled).toBe(true);
    change(result(1), 'FOR_REPAIR');
    fireEvent.focus(result(1));
    expect(button('Fill down')?.disabled).toBe(false);
    press('Fill down');
    expect(result(2).value).toBe('FOR_REPAIR');
  });

  it('are explained for more than three units', () => {
    open([1, 2, 3].map((id) => buildPart(id)));
    expect(screen.queryByText(/^To fill in many units/)).toBeNull();
    cleanup();
    open([1, 2, 3, 4].map((id) => buildPart(id)));
    expect(screen.getByText(/^To fill in many units/)).toBeTruthy();
  });
});

describe('unit that was added during diagnostics', () => {
  const added = () => buildPart(1, { addedInDiagnostics: true });

  it('can be deleted after a question, if the server permits it', async () => {
    open([added(), buildPart(2)], ['save_diagnostics', 'delete_part']);
    fireEvent.click(screen.getByLabelText('Delete RadEye G-10, SN 1'));
    expect(writes()).toEqual([]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete RadEye G-10, SN 1?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]).toMatchObject(['DELETE', '/api/v1/repairing/delete/repair-part', { query: { id: 1 } }]);
    await screen.findByText('Unit deleted');
  });

  it('cannot be deleted otherwise, and neither can other units', () => {
    open([added()]);
    expect(button(/^Delete/)).toBeNull();
    cleanup();
    open([buildPart(1)], ['save_diagnostics', 'delete_part']);
    expect(button(/^Delete/)).toBeNull();
  });

  it('is added by a button of the permission, like the goods receipt', () => {
    open([buildPart(1)], ['save_diagnostics', 'add_part']);
    expect([button('add_part'), button('save_arrivals')].map(Boolean)).toEqual([true, false]);
    cleanup();
    open([buildPart(1)], ['save_diagnostics', 'save_arrivals']);
    expect([button('add_part'), button('save_arrivals')].map(Boolean)).toEqual([false, true]);
  });
});

describe('diagnoses for readers', () => {
  const costs = {
    totalCost: 30,
    comment: 'Cracked',
    pricesOrPredefinedTypes: { diagnosticPrice: 10, repairPrice: 20 },
  };

  it('have no fields, but diagnosis, cost and comment', () => {
    open([buildPart(1, diagnosed('FOR_REPAIR', costs)), buildPart(2)], []);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(button('Save')).toBeNull();
    const row = table().getByText('SN 1').closest('tr')?.textContent;
    for (const text of ['For repair', '$30.00', 'Cracked']) expect(row).toContain(text);
    const lines = panel(1)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(lines).toEqual([
      ['Diagnostics', '$10.00'],
      ['Repair', '$20.00'],
    ]);
  });

  it('have no cost if the server hides it', () => {
    open([buildPart(1, diagnosed('FOR_REPAIR', { comment: 'Cracked' }))], []);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).not.toContain('Cost');
    expect(screen.queryByRole('region', { name: 'Cost' })).toBeNull();
    expect(screen.queryByText(/\$/)).toBeNull();
  });
});
