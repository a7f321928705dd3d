// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/errors';
import { call } from '../../../api/http';
import type { Repair } from '../../../api/repairs';
import { PreviewProvider } from '../../../core/files/preview';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import GoodsReceipt from './GoodsReceipt';
import GoodsReceiptDialog from './GoodsReceiptDialog';
import { resolveScan, toGoodsReceiptBody } from './goodsReceiptForm';
import { mergeExtras } from './receiptMerge';
import { buildPart } from './testing';
import { ReceiptNote } from './unitColumns';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
// Photo uploads never finish.
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

const { packing } = buildPart(0);
const parts = [
  buildPart(1, { packing: { ...packing, packageId: 12 } }),
  buildPart(2, { packing: { ...packing, packageId: 11 } }),
  buildPart(3, { serialNumber: 'sn-1' }),
];
const rejected = buildPart(4, { initialApproval: 'REJECTED' });
const packages = [
  { id: 11, dimensions: '40/30/20', weight: 5 },
  { id: 12, dimensions: '10/10/10', weight: 1 },
];
const repair = buildRecord({
  repairParts: [...parts, rejected],
  arrivals: null,
  pickUpShippingDetails: { packages },
}) as unknown as Repair;

const onClose = vi.fn();

interface Saved {
  units: { id: number; found: string; note: string; photos: object[] }[];
  unannounced: { serialNumber: string; parcel: number | null; note: string; photos: object[] }[];
}

/** State of the mocked server, returned by the next read. */
let saved: Saved | null;
const readSaved = async (): Promise<Repair> =>
  ({
    ...repair,
    arrivals: saved && {
      at: '2026-11-20T10:00:00Z',
      units: saved.units,
      unannounced: saved.unannounced.map((each, place) => ({ id: 90 + place, found: 'UNANNOUNCED', ...each })),
    },
  }) as unknown as Repair;

beforeEach(() => {
  saved = null;
  onClose.mockReset();
  Element.prototype.scrollIntoView = vi.fn();
  sent.mockImplementation(async (_, __, options) => {
    saved = options?.body as Saved;
    return { version: 2 } as never;
  });
});

function open() {
  const page = (
    <PreviewProvider>
      <TestPage record={repair} fetchLatest={readSaved}>
        <GoodsReceiptDialog onClose={onClose} />
      </TestPage>
    </PreviewProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}
const scanField = () => screen.getByLabelText('Scan or type a serial number');
const scan = (code: string) => {
  fireEvent.change(scanField(), { target: { value: code } });
  fireEvent.keyDown(scanField(), { key: 'Enter' });
};
const body = () => sent.mock.lastCall?.[2]?.body as { units: object[]; unannounced: object[] };
const unit = (id: number, found: string, note = '') => ({ id, found, note, photos: [] });
const outcome = (serialNumber: string, name: string) =>
  within(screen.getByRole('group', { name: RegExp(`^Condition on arrival.*${serialNumber}$`) })).getByRole('button', {
    name,
  });
const isPressed = (serialNumber: string, name: string) =>
  outcome(serialNumber, name).getAttribute('aria-pressed') === 'true';
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

it('saves a scan immediately, ignoring case and spaces, and lists unexpected items in a separate group', {
  timeout: 30_000,
}, async () => {
  open();
  scan('sn2');
  expect(screen.getByRole('status').textContent).toContain('SN 2 received, package 1');
  expect(screen.getByRole('group', { current: true }).textContent).toContain('SN 2');
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  await waitFor(() => expect(saved).toEqual({ units: [unit(2, 'THERE')], unannounced: [] }));
  scan('https://portal.test/#/en/process-repair/7?package=12');
  scan('X-99');
  expect(document.activeElement).toBe(scanField());
  const extra = { serialNumber: 'X-99', parcel: 2, note: '', photos: [] };
  await waitFor(() => expect(saved).toEqual({ units: [unit(2, 'THERE')], unannounced: [extra] }));
  expect(within(screen.getByRole('region', { name: 'Unexpected items' })).getByDisplayValue('X-99')).toBeTruthy();
  expect(screen.getByText('1 of 3 checked')).toBeTruthy();
  // Once the server has assigned an id, the item is sent with it.
  scan('SN 1');
  await waitFor(() => expect(body().unannounced).toEqual([{ id: 90, ...extra }]));
  scan('x-99');
  expect(screen.getByRole('status').textContent).toContain('already checked in');
  expect(screen.getAllByDisplayValue('X-99')).toHaveLength(1);
});

it('names the serial number of a rejected unit that was shipped', { timeout: 30_000 }, async () => {
  open();
  scan('sn-4');
  expect(screen.getByRole('status').textContent).toBe(
    'sn-4 was rejected and should not have been shipped. Recorded as unexpected.',
  );
  await waitFor(() => expect(saved?.unannounced).toMatchObject([{ serialNumber: 'sn-4' }]));
});

it('reverts a scan with Undo', { timeout: 30_000 }, async () => {
  open();
  scan('SN 2');
  await waitFor(() => expect(saved?.units).toEqual([unit(2, 'THERE')]));
  fireEvent.click(button('Undo'));
  expect(isPressed('SN 2', 'There')).toBe(false);
  await waitFor(() => expect(saved?.units).toEqual([]));
  scan('X-99');
  await waitFor(() => expect(saved?.unannounced).toHaveLength(1));
  fireEvent.click(button('Undo'));
  await waitFor(() => expect(saved?.unannounced).toEqual([]));
  expect(screen.queryByRole('region', { name: 'Unexpected items' })).toBeNull();
});

it('sends a scan made during a save with the next save', { timeout: 30_000 }, async () => {
  let respond: () => void = () => undefined;
  sent.mockImplementationOnce(async (_, __, options) => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    saved = options?.body as Saved;
    return { version: 2 } as never;
  });
  open();
  scan('SN 1');
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  scan('SN 2');
  respond();
  await waitFor(() => expect(saved?.units).toEqual([unit(1, 'THERE'), unit(2, 'THERE')]));
  expect(sent).toHaveBeenCalledTimes(2);
  expect([isPressed('SN 1', 'There'), isPressed('SN 2', 'There')]).toEqual([true, true]);
});

it('receives scans after a click elsewhere, and keeps a damaged unit damaged', { timeout: 30_000 }, async () => {
  open();
  const damaged = outcome('SN 1', 'Damaged');
  damaged.focus();
  fireEvent.click(damaged);
  fireEvent.keyDown(damaged, { key: 's' });
  expect(document.activeElement).toBe(scanField());
  scan('SN 1');
  // Another unit with the same serial number is not checked yet.
  expect(isPressed('sn-1', 'There')).toBe(true);
  scan('SN 1');
  expect([isPressed('SN 1', 'Damaged'), isPressed('SN 1', 'There')]).toEqual([true, false]);
  await waitFor(() => expect(saved?.units).toEqual([unit(1, 'DAMAGED'), unit(3, 'THERE')]));
});

it('saves missing units with a note, and omits unchecked units', { timeout: 30_000 }, async () => {
  open();
  fireEvent.click(outcome('SN 1', 'Missing'));
  const note = await screen.findByLabelText(/^Note about.*SN 1$/);
  fireEvent.change(note, { target: { value: ' Not in the box ' } });
  fireEvent.click(button('Done'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saved).toEqual({ units: [unit(1, 'MISSING', 'Not in the box')], unannounced: [] });
});

it('stays open while a photo is uploading, unless its unit is no longer damaged', {
  timeout: 30_000,
}, async () => {
  open();
  const done = () => button('Done');
  fireEvent.click(outcome('SN 1', 'Damaged'));
  const [photo] = await screen.findAllByLabelText('Choose files', { selector: 'input' });
  expect(done().disabled).toBe(false);
  fireEvent.change(photo as Element, { target: { files: [new File(['x'], 'crack.png')] } });
  await waitFor(() => expect(done().disabled).toBe(true));
  fireEvent.click(outcome('SN 2', 'Damaged'));
  expect(await screen.findAllByLabelText('Choose files', { selector: 'input' })).toHaveLength(2);
  expect(done().disabled).toBe(true);
  fireEvent.click(outcome('SN 1', 'There'));
  await waitFor(() => expect(done().disabled).toBe(false));
});

it('prefers the unchecked one of two units with the same serial number', () => {
  const received = new Set([1]);
  const isOpen = ({ id }: { id: number }) => !received.has(id);
  expect(resolveScan(' SN 1 ', parts, isOpen)).toEqual({ unit: parts[2] });
  expect(resolveScan('', parts, isOpen)).toBeNull();
});

it('assigns an unexpected item to a package', { timeout: 30_000 }, async () => {
  open();
  scan('X-99');
  const item = within(await screen.findByRole('group', { name: 'X-99' }));
  fireEvent.mouseDown(item.getByRole('combobox', { name: /^Package/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Package 1' }));
  await waitFor(() => expect(saved?.unannounced).toMatchObject([{ serialNumber: 'X-99', parcel: 1 }]));
});

it('shows server errors at their fields', { timeout: 30_000 }, async () => {
  open();
  const fields = {
    'units.0.note': ['Bad note'],
    'units.1.photos': ['No picture'],
    'unannounced.0.parcel': ['No such package'],
  };
  fireEvent.click(outcome('SN 2', 'Missing'));
  fireEvent.click(outcome('sn-1', 'Damaged'));
  await waitFor(() => expect(saved?.units).toHaveLength(2));
  sent.mockRejectedValueOnce(new ApiError(400, { code: 'VALIDATION', message: 'No', fields }));
  scan('X-99');
  const note = await screen.findByLabelText(/^Note about.*SN 2$/);
  await waitFor(() => expect(note.getAttribute('aria-invalid')).toBe('true'));
  for (const message of ['Bad note', 'No picture', 'No such package']) expect(screen.getByText(message)).toBeTruthy();
});

const anExtra = (key: string, id?: number, serialNumber = key.toUpperCase()) => ({
  key,
  ...(id === undefined ? {} : { id }),
  serialNumber,
  parcel: '',
  note: '',
  photos: [],
});

it('merges newer unexpected items by id, or by serial number before they have an id', () => {
  const before = [anExtra('a', 4), anExtra('b'), anExtra('gone', 7), anExtra('out', 8)];
  const typed = {
    extras: [{ ...anExtra('a', 4), note: 'mine' }, anExtra('b', undefined, 'B-renamed'), anExtra('gone', 7)],
    removed: [anExtra('out', 8)],
  };
  const newest = [
    anExtra('saved4', 4, 'A-renamed'),
    anExtra('saved5', 5, 'B'),
    anExtra('saved6', 6, 'B'),
    anExtra('saved8', 8),
  ];
  const merged = mergeExtras(before, typed, newest);
  expect(merged.extras).toEqual([
    { ...anExtra('a', 4, 'A-renamed'), note: 'mine' },
    anExtra('b', 5, 'B-renamed'),
    anExtra('saved6', 6, 'B'),
  ]);
  expect(merged.removed).toEqual([anExtra('out', 8)]);
  expect(merged.saved.map(({ key, id }) => [key, id])).toEqual([
    ['a', 4],
    ['b', 5],
    ['out', 8],
    ['saved6', 6],
  ]);
});

it('drops the id of a changed item that another user removed', () => {
  const typed = { extras: [{ ...anExtra('a', 4), note: 'mine' }], removed: [] };
  expect(mergeExtras([anExtra('a', 4)], typed, []).extras).toEqual([{ ...anExtra('a'), note: 'mine' }]);
});

it('sends no note and no photos of a received unit', () => {
  const photos = [{ id: 'a', name: 'a.png', type: 'image/png', size: 1 }];
  const row = (found: 'THERE' | 'MISSING' | 'DAMAGED') => ({ found, note: ' N ', photos });
  const rows = { u1: row('THERE'), u2: row('MISSING'), u3: row('DAMAGED') };
  expect(toGoodsReceiptBody(parts, { rows, extras: [] }).units).toEqual([
    { id: 1, found: 'THERE', note: '', photos: [] },
    { id: 2, found: 'MISSING', note: 'N', photos: [] },
    { id: 3, found: 'DAMAGED', note: 'N', photos: [{ id: 'a' }] },
  ]);
});

it('counts a damaged unit as received, and lists it', () => {
  const units = [unit(1, 'DAMAGED'), unit(2, 'THERE'), unit(3, 'MISSING')];
  const record = { ...repair, arrivals: { at: '2026-11-20T10:00:00Z', units, unannounced: [] } } as unknown as Repair;
  const page = (
    <TestPage record={record}>
      <GoodsReceipt canCheckIn={false} />
    </TestPage>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  expect(screen.getByText('2 of 3 units arrived')).toBeTruthy();
  expect(screen.getByText(/^Damaged: .*SN 1/)).toBeTruthy();
  expect(screen.getByText(/^Missing: .*sn-1/)).toBeTruthy();
});

it('shows during diagnostics that a unit arrived damaged', () => {
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
  render(<RouterProvider router={createTestRouter(page)} />);
  const texts = parts.map(({ id }) => screen.getByTestId(id).textContent);
  expect(texts).toEqual(['On arrival: DamagedThe housing is cracked.', '', '']);
});

it('lists unexpected items with their package and note, and says when the units were checked', () => {
  const item = { found: 'UNANNOUNCED', note: '', photos: [] };
  const unannounced = [
    { ...item, id: 1, serialNumber: 'X-1', parcel: 2, note: 'Odd' },
    { ...item, id: 2, serialNumber: 'X-2', parcel: null },
  ];
  const arrivals = { at: '2026-11-20T10:00:00Z', units: [unit(1, 'THERE')], unannounced };
  const page = (
    <TestPage record={{ ...repair, arrivals } as unknown as Repair}>
      <GoodsReceipt canCheckIn={false} />
    </TestPage>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  expect(screen.getByText('1 of 3 units arrived')).toBeTruthy();
  expect(screen.getByText(/^Checked in 11\/20\/2026/)).toBeTruthy();
  expect(screen.getByText(/: X-1, package 2$/).parentElement?.textContent).toMatch(/Odd$/);
  expect(screen.getByText(/: X-2$/)).toBeTruthy();
  expect(screen.queryByText(/SN 1/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Check in units' })).toBeNull();
});
