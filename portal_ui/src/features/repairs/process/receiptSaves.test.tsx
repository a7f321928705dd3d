// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../../api/errors';
import { call } from '../../../api/http';
import type { Repair } from '../../../api/repairs';
import { PreviewProvider } from '../../../core/files/preview';
import { buildDraftKey, writeDraft } from '../../../core/forms/drafts';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import { theme } from '../../../theme/theme';
import GoodsReceipt from './GoodsReceipt';
import GoodsReceiptDialog from './GoodsReceiptDialog';
import { buildPart } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.setConfig({ testTimeout: 30_000 });
const sent = vi.mocked(call);

interface Item {
  id?: number;
  serialNumber: string;
  parcel: number | null;
  note: string;
  photos: object[];
}
interface Body {
  units: { id: number; found: string; note: string; photos: object[] }[];
  unannounced: Item[];
}

const item = (serialNumber: string, id?: number): Item => ({
  ...(id === undefined ? {} : { id }),
  serialNumber,
  parcel: null,
  note: '',
  photos: [],
});
const repair = buildRecord({
  repairParts: [buildPart(1), buildPart(2)],
  arrivals: null,
  pickUpShippingDetails: { packages: [{ id: 11, dimensions: '40/30/20', weight: 5 }] },
}) as unknown as Repair;

/** State of the mocked server: new items get ids, omitted items are removed. */
let stored: Body;
let lastId: number;
const read = (): Repair =>
  ({
    ...repair,
    arrivals: {
      at: '2026-11-20T10:00:00Z',
      units: stored.units,
      unannounced: stored.unannounced.map((each) => ({ found: 'UNANNOUNCED', ...each })),
    },
  }) as unknown as Repair;
const store = async (_: unknown, __: unknown, options: { body?: unknown }) => {
  const { units, unannounced } = options.body as Body;
  for (const { id } of unannounced)
    if (id !== undefined && !stored.unannounced.some((each) => each.id === id))
      throw new ApiError(404, { code: 'NOT_FOUND', message: 'Not found' });
  stored = { units, unannounced: unannounced.map((each) => ({ ...each, id: each.id ?? ++lastId })) };
  return { version: 2 } as never;
};

beforeEach(() => {
  stored = { units: [], unannounced: [] };
  lastId = 90;
  Element.prototype.scrollIntoView = vi.fn();
  sent.mockReset().mockImplementation(store as never);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const onClose = vi.fn();
function open(record = read()) {
  const page = (
    <PreviewProvider>
      <TestPage record={record} fetchLatest={async () => ({ ...record, arrivals: read().arrivals })}>
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
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const outcome = (serialNumber: string, name: string) =>
  within(screen.getByRole('group', { name: RegExp(`^Condition on arrival.*${serialNumber}$`) })).getByRole('button', {
    name,
  });
const received = (id: number) => ({ id, found: 'THERE', note: '', photos: [] });
const serials = () => stored.unannounced.map(({ id, serialNumber }) => [id, serialNumber]);
const tone = () => screen.getByRole('status').dataset.tone;

it('shows a scan without a connection as not saved, and saves it once online', async () => {
  sent.mockRejectedValue(new NetworkError());
  open();
  scan('SN 1');
  await screen.findByText('1 change not saved');
  expect(tone()).toBe('idle');
  scan('X-99');
  await screen.findByText('2 changes not saved');
  fireEvent.click(button('Close'));
  expect(button('Leave and keep draft')).toBeTruthy();
  fireEvent.click(button('Stay on this page'));
  const calls = sent.mock.calls.length;
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 }));
  await waitFor(() => expect(sent.mock.calls.length).toBeGreaterThan(calls));
  sent.mockImplementation(store as never);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(stored.units).toEqual([received(1)]));
  expect(serials()).toEqual([[91, 'X-99']]);
  await waitFor(() => expect(screen.queryByText(/not saved/)).toBeNull());
});

it('reports on the page that scans of the closed dialog are not saved', async () => {
  sent.mockRejectedValue(new NetworkError());
  const page = (
    <PreviewProvider>
      <TestPage record={read()} fetchLatest={async () => read()}>
        <GoodsReceipt canCheckIn />
      </TestPage>
    </PreviewProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  fireEvent.click(button('Check in units'));
  await screen.findByLabelText('Scan or type a serial number', undefined, { timeout: 10_000 });
  scan('SN 1');
  scan('X-99');
  await screen.findByText('2 changes not saved');
  fireEvent.click(button('Close'));
  fireEvent.click(button('Leave and keep draft'));
  const alert = await screen.findByText(/^2 check-in changes on this device aren't saved/, undefined, {
    timeout: 10_000,
  });
  expect(alert.closest('[role=status]')).toBeTruthy();
});

it('shows a scan as done once it is saved', async () => {
  open();
  scan('SN 1');
  expect(tone()).toBe('idle');
  await waitFor(() => expect(tone()).toBe('done'));
});

it('keeps an item that another user has added', async () => {
  stored.unannounced = [item('MINE', 4)];
  open();
  sent.mockImplementationOnce(async () => {
    stored.unannounced.push(item('THEIRS', 5));
    const rows = [{ list: 'units', id: 1, current: null, changedBy: 'Ann' }];
    throw new ApiError(409, { code: 'STALE', message: '', rows } as never);
  });
  scan('X-99');
  await waitFor(() => expect(serials()).toContainEqual([91, 'X-99']));
  scan('SN 2');
  await waitFor(() => expect(stored.units).toEqual([received(2)]));
  expect(serials()).toEqual([
    [4, 'MINE'],
    [91, 'X-99'],
    [5, 'THEIRS'],
  ]);
});

it('keeps the id of an item if the next save follows immediately', async () => {
  open();
  scan('X-98');
  scan('X-99');
  scan('SN 1');
  await waitFor(() => expect(stored.units).toEqual([received(1)]));
  expect(lastId).toBe(92);
});

it('keeps the saved serial number of an item until a cleared one is replaced', async () => {
  stored.unannounced = [item('MINE', 4)];
  open();
  const field = await screen.findByDisplayValue('MINE');
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.blur(field);
  await screen.findByText('Required!');
  scan('SN 1');
  await waitFor(() => expect(stored.units).toEqual([received(1)]));
  expect(serials()).toEqual([[4, 'MINE']]);
  fireEvent.change(field, { target: { value: 'OTHER' } });
  fireEvent.blur(field);
  await waitFor(() => expect(serials()).toEqual([[4, 'OTHER']]));
});

it('keeps the package of an item that was chosen during a save', async () => {
  const packages = [1, 2].map((id) => ({ id, dimensions: '40/30/20', weight: 5 }));
  open({ ...read(), pickUpShippingDetails: { packages } } as unknown as Repair);
  let respond: (() => void) | null = null;
  sent.mockImplementationOnce((async (...given: Parameters<typeof store>) => {
    await new Promise<void>((resolve) => (respond = resolve));
    return store(...given);
  }) as never);
  scan('X-99');
  await waitFor(() => expect(respond).not.toBeNull());
  fireEvent.mouseDown(within(screen.getByRole('group', { name: 'X-99' })).getByRole('combobox'));
  fireEvent.click(await screen.findByRole('option', { name: 'Package 2' }));
  await act(async () => respond?.());
  await waitFor(() => expect(stored.unannounced).toEqual([{ ...item('X-99', 91), parcel: 2 }]));
});

it('saves a changed item without its id if another user removed it', async () => {
  stored.unannounced = [item('MINE', 4)];
  open();
  const field = await screen.findByDisplayValue('MINE');
  sent.mockImplementationOnce(async () => {
    stored.unannounced = [];
    throw new ApiError(409, { code: 'STALE', message: '', rows: [] } as never);
  });
  fireEvent.change(field, { target: { value: 'OTHER' } });
  fireEvent.blur(field);
  await waitFor(() => expect(serials()).toEqual([[91, 'OTHER']]));
});

it('keeps the saved note of a row with an invalid one, and saves the other rows', async () => {
  open();
  fireEvent.click(outcome('SN 1', 'Missing'));
  const note = await screen.findByLabelText(/^Note about.*SN 1$/);
  fireEvent.change(note, { target: { value: 'x'.repeat(1025) } });
  fireEvent.blur(note);
  scan('SN 2');
  const missing = { id: 1, found: 'MISSING', note: '', photos: [] };
  await waitFor(() => expect(stored.units).toEqual([missing, received(2)]));
  await screen.findByText('Not saved: 1 field needs attention.');
  expect(screen.getByText('At most 1024 characters')).toBeTruthy();
  fireEvent.change(note, { target: { value: 'short' } });
  fireEvent.blur(note);
  await waitFor(() => expect(stored.units[0]?.note).toBe('short'));
  await waitFor(() => expect(screen.queryByText(/^Not saved/)).toBeNull());
});

it('shows a server error at its row, and saves the other rows', async () => {
  open();
  fireEvent.click(button('Add unexpected item'));
  sent.mockImplementation((async (a: unknown, b: unknown, options: { body?: unknown }) => {
    const index = (options.body as Body).unannounced.findIndex(({ serialNumber }) => serialNumber === 'BAD');
    if (index >= 0) {
      const fields = { [`unannounced.${index}.serialNumber`]: ['Unsupported character'] };
      throw new ApiError(400, { code: 'VALIDATION', message: 'No', fields });
    }
    return store(a, b, options);
  }) as never);
  scan('BAD');
  scan('GOOD');
  await waitFor(() => expect(serials()).toEqual([[91, 'GOOD']]));
  await screen.findByText('Not saved: 1 field needs attention.');
  expect(within(screen.getByRole('group', { name: 'BAD' })).getByText('Unsupported character')).toBeTruthy();
});

it('removes the Undo of a scan once its row was changed by hand', async () => {
  open();
  scan('SN 1');
  expect(button('Undo')).toBeTruthy();
  fireEvent.click(outcome('SN 1', 'Damaged'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  fireEvent.click(outcome('SN 1', 'There'));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('restores a removed unexpected item with Undo', async () => {
  stored.unannounced = [item('MINE', 4), item('OTHER', 5)];
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove MINE' }));
  expect(document.activeElement).toBe(scanField());
  expect(screen.getByRole('status').textContent).toBe('MINE removed');
  await waitFor(() => expect(serials()).toEqual([[5, 'OTHER']]));
  fireEvent.click(button('Undo'));
  await waitFor(() =>
    expect(serials()).toEqual([
      [91, 'MINE'],
      [5, 'OTHER'],
    ]),
  );
  expect(document.activeElement).toBe(scanField());
});

it('uses the chart colors for the progress bar', async () => {
  open();
  scan('SN 1');
  const bar = screen.getByText('1 of 2 checked').nextElementSibling?.firstElementChild as Element;
  const probe = document.createElement('i');
  probe.style.backgroundColor = theme.portal.chart.done;
  expect(getComputedStyle(bar).backgroundColor).toBe(probe.style.backgroundColor);
});

it('sends a note that the server rejected again only once it is changed', async () => {
  open();
  fireEvent.click(outcome('SN 1', 'Missing'));
  await waitFor(() => expect(stored.units).toHaveLength(1));
  sent.mockImplementation((async (a: unknown, b: unknown, options: { body?: unknown }) => {
    const index = (options.body as Body).units.findIndex(({ note: text }) => text === 'bad');
    if (index >= 0)
      throw new ApiError(400, { code: 'VALIDATION', message: 'No', fields: { [`units.${index}.note`]: ['Not so.'] } });
    return store(a, b, options);
  }) as never);
  const field = await screen.findByLabelText(/^Note about.*SN 1$/);
  const enter = (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  };
  enter('bad');
  await screen.findByText('Not so.');
  const calls = sent.mock.calls.length;
  scan('SN 2');
  await waitFor(() => expect(stored.units).toContainEqual(received(2)));
  expect(stored.units[0]?.note).toBe('');
  expect(sent.mock.calls).toHaveLength(calls + 1);
  expect(screen.getByText('Not so.')).toBeTruthy();
  enter('good');
  await waitFor(() => expect(stored.units[0]?.note).toBe('good'));
  await waitFor(() => expect(screen.queryByText('Not so.')).toBeNull());
});

it('saves the changes of an earlier visit when it is opened again', async () => {
  stored.unannounced = [item('MINE', 4)];
  writeDraft(buildDraftKey('test', 7, 'arrivals'), { 'rows.u1.found': 'THERE' });
  open();
  await waitFor(() => expect(stored.units).toEqual([received(1)]));
  expect(serials()).toEqual([[4, 'MINE']]);
});

it('sends the removal of an item again once online', async () => {
  stored.unannounced = [item('MINE', 4), item('OTHER', 5)];
  open();
  sent.mockRejectedValueOnce(new NetworkError());
  fireEvent.click(await screen.findByRole('button', { name: 'Remove MINE' }));
  await screen.findByText('1 change not saved');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(serials()).toEqual([[5, 'OTHER']]));
  await waitFor(() => expect(screen.queryByText(/not saved/)).toBeNull());
  expect(sent).toHaveBeenCalledTimes(2);
});
