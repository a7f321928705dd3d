// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/errors';
import { call } from '../../../api/http';
import type { Repair } from '../../../api/repairs';
import { PreviewProvider } from '../../../core/files/preview';
import { buildAction, buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { stubMediaQueries } from '../../../core/ui/testing';
import { renumberPackage } from '../../shipping/PackagesForm';
import { toPackingBody, toPackingForm } from './repairPacking';
import ShippingDetailsPane from './ShippingDetailsPane';
import { address, buildPart, contact } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  sent.mockReset();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  );
  // jsdom has no layout.
  HTMLElement.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const { packing } = buildPart(0);
const parts = [
  buildPart(1),
  buildPart(2, { packing: { ...packing, packageId: 12, customsValue: 700, hsCode: '9030.10' } }),
  buildPart(3, {
    initialApproval: 'REJECTED',
    approvalComments: { NEW: { text: 'Too old', by: 'ana', at: '2026-11-20T10:00:00Z' } },
  }),
];
const packages = [
  { id: 11, dimensions: '40/30/20', weight: 5 },
  { id: 12, dimensions: '10/10/10', weight: 1 },
];
const repair = buildRecord({
  repairParts: parts,
  pickUpShippingDetails: { contact, address, packages, note: '', saved: true },
}) as unknown as Repair;
repair.process = { ...repair.process, actions: [buildAction('save_shipping')] };

const open = (record = repair) =>
  render(
    <RouterProvider
      router={createTestRouter(
        <PreviewProvider>
          <TestPage record={record}>
            <ShippingDetailsPane />
          </TestPage>
        </PreviewProvider>,
      )}
    />,
  );
/** Open the dialog, in which two units show all their fields. */
const openDialog = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Enter packing details' }));
  return within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
};
const cell = (column: string, unit: number) =>
  screen.findByLabelText<HTMLInputElement>(new RegExp(`^${column}.*SN ${unit}\\b`));
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const getPackageGroup = (unit: number) =>
  within(screen.getByRole('group', { name: new RegExp(`^Package: .*SN ${unit}\\b`) }));
const getPackage = (unit: number) => getPackageGroup(unit).queryByRole('button', { pressed: true })?.textContent;
const closeDialog = async () => {
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
interface Body {
  packages: { id: number }[];
  units: { package: number }[];
}
const body = () => sent.mock.calls[0]?.[2]?.body as Body;
const getLine = (unit: number) => screen.getByRole('listitem', { name: new RegExp(`SN ${unit}$`) }).textContent;
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('sends the units with the position of their package, counted from 1', { timeout: 30_000 }, async () => {
  open();
  await openDialog();
  fireEvent.click(getPackageGroup(1).getByRole('button', { name: 'Package 2' }));
  fireEvent.change(await cell('Customs value', 1), { target: { value: '1200,50' } });
  await closeDialog();
  expect(getLine(1)).toBe('RadEye G-10 SN 1Package 2 · $1,200.50');
  save();
  await waitFor(() => expect(sent).toHaveBeenCalled());
  const empty = { hsCode: '', origin: '', battery: '', checkSource: '' };
  expect(body().units).toEqual([
    { id: 1, package: 2, customsValue: 1200.5, ...empty },
    { id: 2, package: 2, customsValue: 700, ...empty, hsCode: '9030.10' },
  ]);
});

it('says that only a package or its details are missing, or other fields too', { timeout: 30_000 }, async () => {
  open({ ...repair, pickUpShippingDetails: { ...repair.pickUpShippingDetails, packages: [] } });
  await screen.findByText('Add at least one package');
  fireEvent.change(screen.getByLabelText(/^Weight/), { target: { value: '5' } });
  await screen.findByText('Check the package details');
  fireEvent.change(screen.getByLabelText(/^Weight/), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText(/^Street/), { target: { value: '' } });
  await screen.findByText('1 field needs attention; add at least one package');
});

it('lists rejected units behind one line, and their reasons behind a button', { timeout: 30_000 }, async () => {
  open();
  const line = screen.getByRole('button', { name: 'Do not ship 1 rejected unit' });
  expect([line.getAttribute('aria-expanded'), screen.queryByRole('note')]).toEqual(['false', null]);
  fireEvent.click(line);
  expect(line.getAttribute('aria-expanded')).toBe('true');
  const note = screen.getByRole('note');
  expect(note.textContent).toContain('SN 3');
  expect(note.textContent).not.toContain('Too old');
  fireEvent.click(within(note).getByRole('button', { name: 'Why it was rejected' }));
  expect(note.textContent).toContain('Too old');
  const shipped = within(screen.getByRole('region', { name: /^Ship these/ })).getAllByRole('listitem');
  expect(shipped.map(({ textContent }) => textContent)).toEqual(['RadEye G-10SN 1', 'RadEye G-10SN 2']);
});

it('shows rejected units next to the fields on a wide screen', { timeout: 30_000 }, () => {
  stubMediaQueries((query) => query.includes('min-width'));
  open({ ...repair, repairParts: [...parts, buildPart(4, { serialNumber: 'N/A' })] });
  expect(screen.getByRole('note').textContent).toContain('SN 3');
  const shipped = within(screen.getByRole('region', { name: /^Ship these/ })).getAllByRole('listitem');
  expect(shipped.at(-1)?.textContent).toBe('RadEye G-10No serial number');
  expect(screen.queryByRole('button', { name: 'Do not ship 1 rejected unit' })).toBeNull();
});

it('gives no orders to viewers who do not ship the units', { timeout: 30_000 }, () => {
  stubMediaQueries((query) => query.includes('min-width'));
  const details = { ...repair.pickUpShippingDetails, packages: [] };
  open({ ...repair, pickUpShippingDetails: details, process: { ...repair.process, actions: [] } });
  expect(screen.getByRole('note').textContent).toBe('Rejected, not shippedRadEye G-10SN 3Too old');
  screen.getByText('No packages yet');
  screen.getByRole('region', { name: 'Units 2' });
  expect(screen.queryByText(/Do not ship|Ship these|Ship to/)).toBeNull();
});

it('assigns the remaining units to a package, except rejected ones, and can be undone', {
  timeout: 30_000,
}, async () => {
  open();
  const dialog = await openDialog();
  await press('Put the remaining unit in package 1');
  expect([getPackage(1), getPackage(2)]).toEqual(['Package 1', 'Package 2']);
  expect(screen.queryByRole('group', { name: /^Package: .*SN 3/ })).toBeNull();
  expect(dialog.getByRole('status').textContent).toBe('SN 1 is in package 1');
  expect(screen.queryByRole('button', { name: /remaining/ })).toBeNull();
  await press('Undo');
  expect([getPackage(1), getPackage(2)]).toEqual([undefined, 'Package 2']);
});

it('puts a scanned unit in the chosen package, and names a code that is not to be sent', {
  timeout: 30_000,
}, async () => {
  open();
  const dialog = await openDialog();
  const target = within(dialog.getByRole('group', { name: 'Package for scanned units' }));
  const scan = (code: string) => {
    const field = dialog.getByLabelText('Scan or type a serial number');
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: 'Enter' });
    return dialog.getByRole('status').textContent;
  };
  // The label of a package chooses it.
  expect(scan('https://portal.example.org/#/en/process-repair/1?package=12')).toBe('Package 2');
  expect(scan('sn1')).toBe('SN 1 is in package 2');
  expect(getPackage(1)).toBe('Package 2');
  fireEvent.click(target.getByRole('button', { name: 'Package 1' }));
  expect(scan('sn1')).toBe('SN 1 moved from package 2 to package 1');
  await press('Undo');
  expect(getPackage(1)).toBe('Package 2');
  expect(scan('SN 3')).toBe("SN 3 isn't one of the units to ship");
});

it('copies valid details to the other units of the model, and can be undone', { timeout: 30_000 }, async () => {
  const other = buildPart(4, { partId: 99 });
  open({ ...repair, repairParts: [...parts, other] });
  const dialog = await openDialog();
  fireEvent.change(await cell('HS code', 1), { target: { value: '9030.99' } });
  fireEvent.change(await cell('HS code', 2), { target: { value: '90' } });
  const [, ofSecond] = await screen.findAllByRole('button', { name: 'Copy to the other unit of this model' });
  fireEvent.click(ofSecond as HTMLElement);
  expect(dialog.getByRole('status').textContent).toBe('Details copied to 1 unit');
  const getValues = async (unit: number) => [
    (await cell('Customs value', unit)).value,
    (await cell('HS code', unit)).value,
  ];
  expect(await getValues(1)).toEqual(['700', '9030.99']);
  expect(await getValues(4)).toEqual(['', '']);
  expect(getPackage(1)).toBeUndefined();
  // A value that was changed since stays.
  fireEvent.change(await cell('Customs value', 4), { target: { value: '5' } });
  await press('Undo');
  expect(await getValues(1)).toEqual(['', '9030.99']);
  expect(await getValues(4)).toEqual(['5', '']);
});

const fourParts = [1, 2, 3, 4].map((id) => buildPart(id));

it('expands a row with a server error and keeps the field during the correction', { timeout: 30_000 }, async () => {
  open({ ...repair, repairParts: fourParts });
  await openDialog();
  await press(/^Customs and courier details: .*SN 4$/);
  fireEvent.change(await cell('HS code', 4), { target: { value: '9030.20' } });
  await closeDialog();
  sent.mockRejectedValue(
    new ApiError(400, { code: 'VALIDATION', message: 'No', fields: { 'units.0.hsCode': ['Bad code'] } }),
  );
  save();
  await screen.findByText('Bad code');
  const field = await cell('HS code', 4);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getAllByLabelText(/^HS code/)).toHaveLength(1);
  fireEvent.change(field, { target: { value: '9030.30' } });
  await waitFor(() => expect(screen.queryByText('Bad code')).toBeNull());
  expect(document.activeElement).toBe(field);
});

it('shows a server error of a package at its unit, until another one is chosen', { timeout: 30_000 }, async () => {
  open();
  sent.mockRejectedValue(
    new ApiError(400, { code: 'VALIDATION', message: 'No', fields: { 'units.0.package': ['No such package'] } }),
  );
  fireEvent.change(await screen.findByLabelText(/^Street/), { target: { value: 'Other street' } });
  save();
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('group', { name: /SN 2$/, current: true }).textContent).toContain('No such package');
  fireEvent.click(getPackageGroup(2).getByRole('button', { name: 'Package 1' }));
  await waitFor(() => expect(screen.queryByText('No such package')).toBeNull());
});

it('opens the dialog from the link to a field that was left invalid', { timeout: 30_000 }, async () => {
  open();
  await openDialog();
  fireEvent.change(await cell('HS code', 1), { target: { value: '90' } });
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('1 field needs attention');
  expect(await screen.findByRole('dialog')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await cell('HS code', 1)));
});

it('renumbers the packages when one is removed', { timeout: 30_000 }, async () => {
  open();
  await openDialog();
  expect(getPackage(2)).toBe('Package 2');
  await closeDialog();
  fireEvent.click(screen.getByRole('button', { name: /Remove package 1/ }));
  save();
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(body().packages.map(({ id }) => id)).toEqual([12]);
  expect(body().units.map((unit) => unit.package)).toEqual([1]);
});

it('opens the dialog at a server error of a unit, and keeps the entered values', { timeout: 30_000 }, async () => {
  open();
  sent.mockRejectedValue(
    new ApiError(400, { code: 'VALIDATION', message: 'No', fields: { 'units.0.hsCode': ['Bad code'] } }),
  );
  await openDialog();
  fireEvent.change(await cell('HS code', 2), { target: { value: '9030.20' } });
  await closeDialog();
  save();
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Bad code')).toBeTruthy();
  const field = await cell('HS code', 2);
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['9030.20', 'true']);
});

it('does not leave the dialog with an invalid HS code, and focuses it', { timeout: 30_000 }, async () => {
  open();
  await openDialog();
  const field = await cell('HS code', 1);
  fireEvent.change(field, { target: { value: '90' } });
  await press('Done');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

it('shows the details as text to viewers, and whose are missing', { timeout: 30_000 }, () => {
  open({ ...repair, process: { ...repair.process, actions: [] } });
  expect([getLine(1), getLine(2)]).toEqual([
    'RadEye G-10 SN 1Not specified',
    'RadEye G-10 SN 2Package 2 · $700.00 · HS 9030.10',
  ]);
});

it('says so if no unit has packing details', { timeout: 30_000 }, () => {
  open({ ...repair, repairParts: [buildPart(1)], process: { ...repair.process, actions: [] } });
  expect(screen.getByRole('region', { name: 'Packing' }).textContent).toBe('PackingNo packing details');
});

it('sends empty values for a unit whose saved values were cleared', () => {
  const form = toPackingForm(repair);
  form.rows = {
    ...form.rows,
    u2: { package: '', customsValue: '', hsCode: '', origin: '', battery: '', checkSource: '' },
  };
  expect(toPackingBody(repair, { ...form, packages }).map(({ id, customsValue }) => [id, customsValue])).toEqual([
    [2, null],
  ]);
});

it('sends no package that no longer exists', () => {
  const form = { ...toPackingForm(repair), packages: [] };
  expect(toPackingBody(repair, form).map((unit) => unit.package)).toEqual([null]);
});

it.each([
  ['1', 1, ''],
  ['2', 1, '1'],
  ['1', 2, '1'],
  ['', 1, ''],
])('package %s after the removal of package %d is %s', (number, removed, left) =>
  expect(renumberPackage(number, removed)).toBe(left),
);
