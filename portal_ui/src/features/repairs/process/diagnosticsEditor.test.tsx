// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Notification } from 'react-admin';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/errors';
import { call } from '../../../api/http';
import { MetaProvider } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { Meta } from '../../../api/types';
import type { ProcessPageState } from '../../../core/process/processContext';
import { buildAction, buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { stubWidth } from '../../../core/tables/testing';
import DiagnosticsPane from './DiagnosticsPane';
import { buildPart } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.mock('./AddUnitDialog', () => ({
  default: ({ onClose }: DialogProps) => <Stub name="add unit" {...{ onClose }} />,
}));
vi.mock('./GoodsReceiptDialog', () => ({
  default: ({ onClose }: DialogProps) => <Stub name="check in" {...{ onClose }} />,
}));
vi.setConfig({ testTimeout: 30_000 });
const sent = vi.mocked(call);

interface DialogProps {
  onClose: () => void;
}
const Stub = ({ name, onClose }: DialogProps & { name: string }) => (
  <button type="button" onClick={onClose}>{`close ${name}`}</button>
);

const meta = {
  resources: [],
  pages: [],
  choices: { diagnosticStatus: [{ key: 'FOR_REPAIR', name: 'For repair' }] },
  limits: { comment: 1024, attachmentCount: 10, attachmentBytes: 1_000 },
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

const types = {
  DIAGNOSTICS: [{ id: 1, text: 'Inspection', shortText: 'Insp.', value: 45 }],
  REPAIRS: [{ id: 2, text: 'Exchange', shortText: 'Exch.', value: 240 }],
  PARTS: [],
};
const build = (id: number, info: object = {}, more: Partial<RepairPart> = {}) =>
  buildPart(id, {
    diagnosticInfo: {
      status: { key: 'FOR_REPAIR', value: 'For repair' },
      comment: '',
      withPredefinedTypes: false,
      ...info,
    },
    ...more,
  });

function open(
  repairParts: RepairPart[],
  actions = ['save_diagnostics'],
  more: Partial<Repair> = {},
  state: Partial<ProcessPageState<Repair>> = {},
) {
  const record = buildRecord({ repairParts, arrivals: null, availableTypes: {}, ...more }) as unknown as Repair;
  record.process = { ...record.process, actions: actions.map((key) => buildAction(key)) };
  const page = (
    <MetaProvider value={meta}>
      <TestPage record={record} state={state}>
        <DiagnosticsPane />
      </TestPage>
      <Notification />
    </MetaProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}
const writes = () => sent.mock.calls.filter(([method]) => method !== 'GET');
const table = () => within(screen.getByLabelText('Diagnostics', { selector: 'table' }));
const row = (id: number) => table().getByText(`SN ${id}`).closest('tr') as HTMLElement;
const panel = () => within(document.querySelector<HTMLElement>('section[aria-label]') as HTMLElement);
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));

it.each([
  ['add_part', 'close add unit', 'close check in'],
  ['save_arrivals', 'close check in', 'close add unit'],
])('opens and closes the dialog of %s', async (action, opened, other) => {
  open([build(1)], ['save_diagnostics', action]);
  expect(screen.queryByText(/^close/)).toBeNull();
  press(action);
  const dialog = await screen.findByText(opened);
  expect(screen.queryByText(other)).toBeNull();
  fireEvent.click(dialog);
  await waitFor(() => expect(screen.queryByText(opened)).toBeNull());
});

it('offers neither Save nor bulk edits while only unsaved text of an ended step is kept', () => {
  open([build(1)], [], {}, { isStaleFormRetained: true });
  expect(table().getByLabelText(/^Diagnosis: .*SN 1$/)).toBeTruthy();
  for (const name of ['Save', 'Fill down', 'Paste from spreadsheet']) expect(screen.queryByText(name)).toBeNull();
});

it('shows a cost as soon as one price or service is entered, each unit with the services of its part', () => {
  const services = (info: object) => ({
    withPredefinedTypes: true,
    pricesOrPredefinedTypes: { diagnosticTypes: [], repairTypes: [], partsTypes: [], ...info },
  });
  const prices = (info: object) => ({ pricesOrPredefinedTypes: info });
  open(
    [
      build(1),
      build(2, services({})),
      build(3, services({ diagnosticTypes: types.DIAGNOSTICS })),
      build(4, prices({ diagnosticPrice: 1 })),
      build(5, prices({ repairPrice: 2 })),
      build(6, prices({ partsPrice: 3 })),
    ],
    undefined,
    { availableTypes: { 1: types } as unknown as Repair['availableTypes'] },
  );
  const costs = [1, 2, 3, 4, 5, 6].map((id) => row(id).textContent?.match(/\$[\d.]+(Prices|\d services?)/)?.[0]);
  expect(costs).toEqual([undefined, undefined, '$45.001 service', '$1.00Prices', '$2.00Prices', '$3.00Prices']);
});

it('offers services only of the own part', () => {
  open([build(1, {}, { partId: 9 })], undefined, {
    availableTypes: { 1: types } as unknown as Repair['availableTypes'],
  });
  expect(panel().queryByRole('group', { name: /^Pricing method/ })).toBeNull();
});

it('shows errors of the services in the panel and in the row', async () => {
  const pricesOrPredefinedTypes = { diagnosticTypes: [], repairTypes: types.REPAIRS, partsTypes: [] };
  open([build(1, { withPredefinedTypes: true, pricesOrPredefinedTypes })]);
  fireEvent.change(panel().getByLabelText(/^Comment/), { target: { value: 'Cracked' } });
  for (const field of ['diagnosticTypes', 'repairTypes', 'partsTypes']) {
    const fields = { [`0.diagnosticInfo.pricesOrPredefinedTypes.${field}`]: [`Wrong ${field}.`] };
    respond = () => {
      throw new ApiError(400, { code: 'VALIDATION', message: 'No', fields });
    };
    await waitFor(() => expect(screen.getByText<HTMLButtonElement>('Save').disabled).toBe(false));
    press('Save');
    await panel().findByText(`Wrong ${field}.`);
    expect(panel().getByRole('alert').textContent).toBe(`Wrong ${field}.`);
    expect(row(1).textContent).toContain(`Wrong ${field}.`);
  }
});

it('keeps the comment in the row while only the diagnosis is missing', async () => {
  open([build(1, { status: null })]);
  fireEvent.change(panel().getByLabelText(/^Comment/), { target: { value: 'Cracked' } });
  press('Save');
  await table().findByText('Choose a diagnosis');
  expect(table().getByText('Cracked')).toBeTruthy();
});

it('keeps an added unit if its deletion is cancelled', async () => {
  open([build(1, {}, { addedInDiagnostics: true }), build(2)], ['save_diagnostics', 'delete_part']);
  fireEvent.click(screen.getByLabelText('Delete RadEye G-10, SN 1'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^This unit was added during diagnostics/)).toBeTruthy();
  fireEvent.click(dialog.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(writes()).toEqual([]);
});
