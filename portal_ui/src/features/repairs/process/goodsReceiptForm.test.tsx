// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/errors';
import { call } from '../../../api/http';
import type { Repair } from '../../../api/repairs';
import { PreviewProvider } from '../../../core/files/preview';
import { aRecord, TestPage, testRouter } from '../../../core/process/testing';
import GoodsReceiptDialog from './GoodsReceiptDialog';
import { resolveScan, toGoodsReceiptBody } from './goodsReceiptForm';
import { aPart } from './testing';
import { ReceiptNote } from './unitColumns';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
// Photos stay on their way.
vi.mock('../../../core/files/uploadFile', () => ({
  uploadFile: vi.fn(),
  uploadPicture: () => new Promise(() => undefined),
}));
const sent = vi.mocked(call);

beforeEach(() => sent.mockReset());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const { packing } = aPart(0);
const parts = [
  aPart(1, { packing: { ...packing, packageId: 12 } }),
  aPart(2, { packing: { ...packing, packageId: 11 } }),
  aPart(3, { serialNumber: 'sn-1' }),
];
const packages = [
  { id: 11, dimensions: '40/30/20', weight: 5 },
  { id: 12, dimensions: '10/10/10', weight: 1 },
];
const repair = aRecord({
  repairParts: parts,
  arrivals: null,
  pickUpShippingDetails: { packages },
}) as unknown as Repair;

const onClose = vi.fn();
function open() {
  const page = (
    <PreviewProvider>
      <TestPage record={repair}>
        <GoodsReceiptDialog onClose={onClose} />
      </TestPage>
    </PreviewProvider>
  );
  render(<RouterProvider router={testRouter(page)} />);
}
const scan = (code: string) => {
  const field = screen.getByLabelText(/^Scan a serial number/);
  fireEvent.change(field, { target: { value: code } });
  fireEvent.keyDown(field, { key: 'Enter' });
};
const body = () => sent.mock.calls[0]?.[2]?.body as { units: object[]; unannounced: object[] };
const unit = (id: number, found: string, note = '') => ({ id, found, note, photos: [] });

it('a hand scanner ticks units off, whatever the case and the spaces, and keeps what nobody announced', {
  timeout: 30_000,
}, async () => {
  open();
  scan('sn2');
  expect(screen.getByRole('status').textContent).toContain('SN 2');
  scan('https://portal.test/#/en/process-repair/7?package=12');
  screen.getByLabelText(/^Scan a serial number/).focus();
  scan('X-99');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Scan a serial number/));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(body()).toEqual({
    units: [unit(2, 'THERE')],
    unannounced: [{ serialNumber: 'X-99', parcel: 2, note: '', photos: [] }],
  });
});

it('what is missing is told with a note, and what was not looked for is left out', { timeout: 30_000 }, async () => {
  open();
  fireEvent.change(screen.getByLabelText(/^Condition on arrival.*SN 1\b/), { target: { value: 'MISSING' } });
  fireEvent.change(await screen.findByLabelText(/^Note about.*SN 1\b/), { target: { value: ' Not in the box ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(body()).toEqual({ units: [unit(1, 'MISSING', 'Not in the box')], unannounced: [] });
});

it('is not saved while a photo is on its way, until the unit that it shows is not damaged', {
  timeout: 30_000,
}, async () => {
  open();
  const found = (serialNumber: string, state: string) =>
    fireEvent.change(screen.getByLabelText(RegExp(`^Condition on arrival.*${serialNumber}\\b`)), {
      target: { value: state },
    });
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  found('SN 1', 'DAMAGED');
  const [photo] = await screen.findAllByLabelText('Choose files', { selector: 'input' });
  expect(save().disabled).toBe(false);
  fireEvent.change(photo as Element, { target: { files: [new File(['x'], 'crack.png')] } });
  await waitFor(() => expect(save().disabled).toBe(true));
  found('SN 2', 'DAMAGED');
  expect(await screen.findAllByLabelText('Choose files', { selector: 'input' })).toHaveLength(2);
  expect(save().disabled).toBe(true);
  found('SN 1', 'THERE');
  await waitFor(() => expect(save().disabled).toBe(false));
});

it('of two units with one serial number the one that is still open is meant', () => {
  const ticked = new Set([1]);
  const isOpen = ({ id }: { id: number }) => !ticked.has(id);
  expect(resolveScan(' SN 1 ', parts, isOpen)).toEqual({ unit: parts[2] });
  expect(resolveScan('', parts, isOpen)).toBeNull();
});

it('what nobody announced is put into the package that it came in', { timeout: 30_000 }, async () => {
  open();
  scan('X-99');
  fireEvent.change(await screen.findByLabelText('Package for X-99'), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(body().unannounced).toEqual([{ serialNumber: 'X-99', parcel: 1, note: '', photos: [] }]);
});

it('what the server refuses stands at its field', { timeout: 30_000 }, async () => {
  open();
  const fields = {
    'units.0.note': ['Bad note'],
    'units.1.photos': ['No picture'],
    'unannounced.0.parcel': ['No such package'],
  };
  sent.mockRejectedValueOnce(new ApiError(400, { code: 'VALIDATION', message: 'No', fields }));
  scan('X-99');
  fireEvent.change(screen.getByLabelText(/^Condition on arrival.*SN 2\b/), { target: { value: 'MISSING' } });
  fireEvent.change(screen.getByLabelText(/^Condition on arrival.*sn-1\b/), { target: { value: 'DAMAGED' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const note = await screen.findByLabelText(/^Note about.*SN 2\b/);
  await waitFor(() => expect(note.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByLabelText('Package for X-99').getAttribute('aria-invalid')).toBe('true');
  for (const told of ['Bad note', 'No picture', 'No such package']) expect(screen.getByText(told)).toBeTruthy();
});

it('a unit that turned out to be there keeps neither note nor photos', () => {
  const photos = [{ id: 'a', name: 'a.png', type: 'image/png', size: 1 }];
  const row = (found: 'THERE' | 'MISSING' | 'DAMAGED') => ({ found, note: ' N ', photos });
  const rows = { u1: row('THERE'), u2: row('MISSING'), u3: row('DAMAGED') };
  expect(toGoodsReceiptBody(parts, { rows, extras: [] }).units).toEqual([
    { id: 1, found: 'THERE', note: '', photos: [] },
    { id: 2, found: 'MISSING', note: 'N', photos: [] },
    { id: 3, found: 'DAMAGED', note: 'N', photos: [{ id: 'a' }] },
  ]);
});

it('who diagnoses a unit reads that it did not arrive whole', () => {
  const units = [unit(1, 'DAMAGED', 'The housing is cracked.'), unit(2, 'THERE')];
  const record = { ...repair, arrivals: { at: '2026-11-20T10:00:00Z', units, unannounced: [] } } as unknown as Repair;
  const page = (
    <TestPage record={record}>
      {parts.map((part) => (
        <div key={part.id} data-testid={part.id}>
          <ReceiptNote part={part} />
        </div>
      ))}
    </TestPage>
  );
  render(<RouterProvider router={testRouter(page)} />);
  const told = parts.map(({ id }) => screen.getByTestId(id).textContent);
  expect(told).toEqual(['On arrival: DamagedThe housing is cracked.', '', '']);
});
