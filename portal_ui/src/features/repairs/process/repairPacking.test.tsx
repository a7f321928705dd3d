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
import { renumberPackage } from '../../shipping/packingRules';
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
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
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
const cell = (column: string, unit: number) =>
  screen.findByLabelText<HTMLInputElement>(new RegExp(`^${column}.*SN ${unit}\\b`), {}, { timeout: 10_000 });
interface Body {
  packages: { id: number }[];
  units: { package: number }[];
}
const body = () => sent.mock.calls[0]?.[2]?.body as Body;
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('sends the units with the position of their package, counted from 1', { timeout: 30_000 }, async () => {
  open();
  fireEvent.change(await cell('Package', 1), { target: { value: '2' } });
  fireEvent.change(await cell('Customs value', 1), { target: { value: '1200,50' } });
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

it('assigns the remaining units to a package, except rejected ones', { timeout: 30_000 }, async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: /rest in: Package 1/ }, { timeout: 10_000 }));
  expect((await cell('Package', 1)).value).toBe('1');
  expect((await cell('Package', 2)).value).toBe('2');
  expect(screen.queryByLabelText(/^Package.*SN 3\b/)).toBeNull();
});

it('renumbers the packages when one is removed', { timeout: 30_000 }, async () => {
  open();
  await cell('Package', 2);
  fireEvent.click(screen.getByRole('button', { name: /Remove package 1/ }));
  save();
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(body().packages.map(({ id }) => id)).toEqual([12]);
  expect(body().units.map((unit) => unit.package)).toEqual([1]);
});

it('shows a server error at its unit, and keeps the entered values', { timeout: 30_000 }, async () => {
  open();
  sent.mockRejectedValue(
    new ApiError(400, { code: 'VALIDATION', message: 'No', fields: { 'units.0.hsCode': ['Bad code'] } }),
  );
  fireEvent.change(await cell('HS code', 2), { target: { value: '9030.20' } });
  save();
  expect(await screen.findByText('Bad code')).toBeTruthy();
  const field = await cell('HS code', 2);
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['9030.20', 'true']);
});

it('does not send an invalid HS code', { timeout: 30_000 }, async () => {
  open();
  fireEvent.change(await cell('HS code', 1), { target: { value: '90' } });
  save();
  await waitFor(async () => expect((await cell('HS code', 1)).getAttribute('aria-invalid')).toBe('true'));
  expect(sent).not.toHaveBeenCalled();
});

it('shows formatted amounts in the read-only view, and a dash for empty values', { timeout: 30_000 }, async () => {
  render(
    <RouterProvider
      router={createTestRouter(
        <PreviewProvider>
          <TestPage record={{ ...repair, process: { ...repair.process, actions: [] } }}>
            <ShippingDetailsPane />
          </TestPage>
        </PreviewProvider>,
      )}
    />,
  );
  const rows = await screen.findAllByRole('row', { name: /SN [12]/ }, { timeout: 10_000 });
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(1)
      .map(({ textContent }) => textContent),
  );
  expect(cells).toEqual([
    ['–', '–', '–'],
    ['Package 2$700.00', '9030.10', '–'],
  ]);
});

it('sends empty values for a unit whose saved values were cleared', () => {
  const form = toPackingForm(repair);
  form.rows = {
    ...form.rows,
    u2: { package: '', customsValue: '', hsCode: '', origin: '', battery: '', checkSource: '' },
  };
  expect(toPackingBody(repair, form).map(({ id, customsValue }) => [id, customsValue])).toEqual([[2, null]]);
});

it.each([
  ['1', 1, ''],
  ['2', 1, '1'],
  ['1', 2, '1'],
  ['', 1, ''],
])('package %s after the removal of package %d is %s', (number, removed, left) =>
  expect(renumberPackage(number, removed)).toBe(left),
);
