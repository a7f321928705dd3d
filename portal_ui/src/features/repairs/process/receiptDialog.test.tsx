// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { Notification } from 'react-admin';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/errors';
import { call } from '../../../api/http';
import type { Repair } from '../../../api/repairs';
import type { FilesField } from '../../../core/files/FilesField';
import { buildRecord, createTestRouter, TestPage } from '../../../core/process/testing';
import GoodsReceiptDialog from './GoodsReceiptDialog';
import { buildPart } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.setConfig({ testTimeout: 30_000 });
const sent = vi.mocked(call);

/** Props of the photo fields by label. */
const photoFields = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../../../core/files/FilesField', () => ({
  FilesField: (props: { label: string }) => {
    photoFields.set(props.label, props);
    return <p>{props.label}</p>;
  },
}));
const getPhotos = (id: number) =>
  photoFields.get(`Damage photos: RadEye G-10, SN ${id}`) as ComponentProps<typeof FilesField> | undefined;
const photo = { id: 'f1', name: 'crack.png', type: 'image/png', size: 1 };

const { packing } = buildPart(0);
const inPackage = (id: number, packageId: number | null) => buildPart(id, { packing: { ...packing, packageId } });
const packages = [
  { id: 11, dimensions: '40/30/20', weight: 1234.5 },
  { id: 12, dimensions: '10/10/10', weight: 1 },
];
/** Units 1 and 4 are in package 2, the others in none that exists. */
const parts = [inPackage(1, 12), inPackage(2, null), inPackage(3, 99), inPackage(4, 12)];

interface Saved {
  units: { id: number; found: string; note: string; photos: object[] }[];
  unannounced: { serialNumber: string; parcel: number | null; note: string; photos: object[] }[];
}
let saved: Saved;
const read = (record: Repair): Repair =>
  ({
    ...record,
    arrivals: {
      at: '2026-11-20T10:00:00Z',
      units: saved.units,
      unannounced: saved.unannounced.map((each, index) => ({ id: 90 + index, found: 'UNANNOUNCED', ...each })),
    },
  }) as unknown as Repair;
const store = async (_: unknown, __: unknown, options: { body?: unknown }) => {
  saved = options.body as Saved;
  return { version: 2 } as never;
};

const onClose = vi.fn();
beforeEach(() => {
  saved = { units: [], unannounced: [] };
  onClose.mockReset();
  photoFields.clear();
  Element.prototype.scrollIntoView = vi.fn();
  sent.mockReset().mockImplementation(store as never);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function open(more: Partial<Repair> = {}) {
  const record = buildRecord({
    repairParts: parts,
    arrivals: null,
    pickUpShippingDetails: { packages },
    clientName: 'Customs',
    ...more,
  }) as unknown as Repair;
  const page = (
    <>
      <TestPage record={read(record)} fetchLatest={async () => read(record)}>
        <GoodsReceiptDialog onClose={onClose} />
      </TestPage>
      <Notification />
    </>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
}
const scanField = () => screen.getByLabelText<HTMLInputElement>('Scan or type a serial number');
const scan = (code: string) => {
  fireEvent.change(scanField(), { target: { value: code } });
  fireEvent.keyDown(scanField(), { key: 'Enter' });
};
const status = () => screen.getAllByRole('status')[0] as HTMLElement;
const result = () => [status().dataset.tone, status().textContent];
const group = (name: string) => within(screen.getByLabelText(name, { selector: 'section' }));
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const row = (id: number) => screen.getByLabelText(`RadEye G-10, SN ${id}`, { selector: '[role=group]' });
const outcome = (id: number, name: string) => within(row(id)).getByText<HTMLButtonElement>(name);
const pressed = (id: number) => within(row(id)).queryByRole('button', { pressed: true })?.textContent;
const note = (id: number) => screen.queryByLabelText<HTMLInputElement>(`Note about RadEye G-10, SN ${id}`);
const unit = (id: number, found: string, text = '') => ({ id, found, note: text, photos: [] });

describe('groups of the goods receipt', () => {
  it('are the packages with their size, and units without a known package last', () => {
    open();
    const sections = [...document.querySelectorAll<HTMLElement>('section[aria-label]')];
    expect(sections.map((section) => section.getAttribute('aria-label'))).toEqual([
      'Package 2',
      'No package specified',
    ]);
    expect(group('Package 2').getByText('10 × 10 × 10 cm, 1 kg')).toBeTruthy();
    expect(sections.map((section) => section.textContent?.match(/SN \d/g))).toEqual([
      ['SN 1', 'SN 4'],
      ['SN 2', 'SN 3'],
    ]);
  });

  it('are one if there is only one package', () => {
    open({ pickUpShippingDetails: { packages: packages.slice(0, 1) } } as unknown as Partial<Repair>);
    const sections = [...document.querySelectorAll<HTMLElement>('section[aria-label]')];
    expect(sections.map((section) => section.getAttribute('aria-label'))).toEqual(['Package 1']);
    expect(group('Package 1').getByText('40 × 30 × 20 cm, 1,234.5 kg')).toBeTruthy();
  });

  it('mark only unchecked units as received, in one save', async () => {
    open();
    fireEvent.click(outcome(1, 'Missing'));
    await waitFor(() => expect(saved.units).toEqual([unit(1, 'MISSING')]));
    fireEvent.click(group('Package 2').getByText('Mark the rest as received'));
    await waitFor(() => expect(saved.units).toEqual([unit(1, 'MISSING'), unit(4, 'THERE')]));
    expect(group('Package 2').queryByText('Mark the rest as received')).toBeNull();
    expect(group('No package specified').getByText('Mark the rest as received')).toBeTruthy();
    expect(sent.mock.calls).toHaveLength(2);
  });
});

describe('outcome of a unit', () => {
  it('is removed by a second click, and its row is highlighted', async () => {
    open();
    fireEvent.click(outcome(2, 'There'));
    await waitFor(() => expect(saved.units).toEqual([unit(2, 'THERE')]));
    expect(row(2).getAttribute('aria-current')).toBe('true');
    expect(row(1).getAttribute('aria-current')).toBeNull();
    fireEvent.click(outcome(2, 'There'));
    expect(pressed(2)).toBeUndefined();
    await waitFor(() => expect(saved.units).toEqual([]));
  });

  it('has a note if the unit is missing or damaged, and photos only of damage', () => {
    open();
    const shown = () => [note(2) !== null, screen.queryByText('Damage photos: RadEye G-10, SN 2') !== null];
    expect(shown()).toEqual([false, false]);
    fireEvent.click(outcome(2, 'Missing'));
    expect(shown()).toEqual([true, false]);
    fireEvent.click(outcome(2, 'Damaged'));
    expect(shown()).toEqual([true, true]);
    expect(getPhotos(2)?.pictures).toBe(true);
    fireEvent.click(outcome(2, 'There'));
    expect(shown()).toEqual([false, false]);
  });

  it('is saved with its note once that is left, and with photos at once', async () => {
    open();
    fireEvent.click(outcome(2, 'Damaged'));
    await waitFor(() => expect(saved.units).toEqual([unit(2, 'DAMAGED')]));
    fireEvent.change(note(2) as HTMLInputElement, { target: { value: 'Cracked' } });
    fireEvent.blur(note(2) as HTMLInputElement);
    await waitFor(() => expect(saved.units).toEqual([unit(2, 'DAMAGED', 'Cracked')]));
    act(() => getPhotos(2)?.onChange([photo]));
    await waitFor(() => expect(saved.units[0]?.photos).toEqual([{ id: 'f1' }]));
    expect(getPhotos(2)?.value).toMatchObject([{ id: 'f1' }]);
  });

  it('keeps the dialog open while photos of any unit are uploading or failed', async () => {
    open();
    const done = () => screen.getByText<HTMLButtonElement>('Done', { selector: 'button' });
    for (const id of [1, 2]) fireEvent.click(outcome(id, 'Damaged'));
    act(() => getPhotos(1)?.onUploads({ sending: 1, failed: 0 }));
    act(() => getPhotos(2)?.onUploads({ sending: 0, failed: 1 }));
    act(() => getPhotos(1)?.onUploads({ sending: 0, failed: 0 }));
    expect(done().disabled).toBe(true);
    act(() => getPhotos(2)?.onUploads({ sending: 0, failed: 0 }));
    expect(done().disabled).toBe(false);
  });
});

describe('scan in the goods receipt', () => {
  it('names the package of a unit, if it has one', () => {
    open();
    scan('SN 1');
    expect(result()[1]).toBe('SN 1 received, package 2');
    scan('SN 3');
    expect(result()[1]).toBe('SN 3 received');
  });

  it('of a unit that was checked before changes and saves nothing', async () => {
    open();
    scan('SN 2');
    await waitFor(() => expect(saved.units).toEqual([unit(2, 'THERE')]));
    const calls = sent.mock.calls.length;
    scan('SN 1');
    scan('SN 2');
    expect(result()).toEqual(['idle', 'SN 2 already checked in']);
    expect(screen.queryByText('Undo')).toBeNull();
    expect(row(2).getAttribute('aria-current')).toBe('true');
    await waitFor(() => expect(saved.units).toEqual([unit(1, 'THERE'), unit(2, 'THERE')]));
    press('Done');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent.mock.calls).toHaveLength(calls + 1);
  });

  it('finds a missing unit, and Undo restores its note', async () => {
    open();
    fireEvent.click(outcome(2, 'Missing'));
    fireEvent.change(note(2) as HTMLInputElement, { target: { value: 'Not in the box' } });
    fireEvent.blur(note(2) as HTMLInputElement);
    scan('SN 2');
    await waitFor(() => expect(saved.units).toEqual([unit(2, 'THERE')]));
    press('Undo');
    await waitFor(() => expect(saved.units).toEqual([unit(2, 'MISSING', 'Not in the box')]));
    expect(status().textContent).toMatch(/^Scan, or type and press Enter/);
    expect(document.activeElement).toBe(scanField());
  });

  it('of a package label chooses the package of unexpected items, but not of another request', async () => {
    open();
    scan('https://portal.test/#/en/process-repair/7?package=11');
    expect(result()).toEqual(['done', 'Package 1']);
    scan('https://portal.test/#/en/process-repair/8?package=77');
    expect(result()).toEqual(['waiting', 'This label belongs to another request']);
    expect(sent).not.toHaveBeenCalled();
    scan('X-1');
    expect(result()[0]).toBe('waiting');
    await waitFor(() => expect(saved.unannounced).toMatchObject([{ serialNumber: 'X-1', parcel: 1 }]));
  });

  it('without a code changes nothing', () => {
    open();
    scan('SN 2');
    scan('  ');
    expect(result()[1]).toBe('SN 2 received');
  });

  it.each([
    ['note', 'Note about X-1', 'Odd'],
    ['serial number', 'Serial number', 'X-2'],
  ])('of an unexpected item can be undone until its %s is changed', async (_, label, value) => {
    open();
    scan('X-1');
    const item = within(screen.getByRole('group', { name: 'X-1' }));
    expect(screen.getByText('Undo')).toBeTruthy();
    fireEvent.change(item.getByLabelText(label), { target: { value } });
    await waitFor(() => expect(screen.queryByText('Undo')).toBeNull());
    expect(status().textContent).toBe("X-1 isn't on the list. Recorded as unexpected.");
  });
});

describe('unexpected items', () => {
  it('can be added by hand, and removed before they have a serial number', async () => {
    open();
    press('Add unexpected item');
    const item = within(screen.getByRole('group', { name: 'Unexpected item' }));
    expect(document.activeElement).toBe(item.getByLabelText('Serial number'));
    fireEvent.click(item.getByLabelText('Remove Unexpected item'));
    expect(status().textContent).toBe('Unexpected item removed');
    expect(screen.queryByLabelText('Unexpected items', { selector: 'section' })).toBeNull();
    press('Undo');
    expect(await screen.findByRole('group', { name: 'Unexpected item' })).toBeTruthy();
    expect(status().textContent).toMatch(/^Scan, or type/);
  });

  it('are saved with serial number, note and package, each once it is left', async () => {
    open();
    press('Add unexpected item');
    const change = (label: string, value: string) => {
      const field = screen.getAllByLabelText(label).at(-1) as HTMLElement;
      fireEvent.change(field, { target: { value } });
      fireEvent.blur(field);
    };
    change('Serial number', ' X-1 ');
    await waitFor(() => expect(saved.unannounced).toMatchObject([{ serialNumber: 'X-1', parcel: null, note: '' }]));
    change('Note about X-1', 'Odd');
    await waitFor(() => expect(saved.unannounced).toMatchObject([{ serialNumber: 'X-1', note: 'Odd' }]));
    const item = within(screen.getByRole('group', { name: 'X-1' }));
    const choose = async (text: string) => {
      fireEvent.mouseDown(item.getByRole('combobox'));
      const list = within(await screen.findByRole('listbox'));
      fireEvent.click(list.getByText(text));
      await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    };
    await choose('Package 2');
    await waitFor(() => expect(saved.unannounced).toMatchObject([{ parcel: 2 }]));
    await choose('No package specified');
    await waitFor(() => expect(saved.unannounced).toMatchObject([{ parcel: null }]));
  });

  it('have no package if there is only one', () => {
    open({ pickUpShippingDetails: { packages: packages.slice(0, 1) } } as unknown as Partial<Repair>);
    scan('X-1');
    expect(within(screen.getByRole('group', { name: 'X-1' })).queryByRole('combobox')).toBeNull();
  });
});

describe('state of the goods receipt', () => {
  it('counts the checked units by outcome, and those that remain', () => {
    open();
    expect(screen.getByText('0 of 4 checked').parentElement?.textContent).toBe('0 of 4 checked');
    expect(screen.getByText('4 not checked')).toBeTruthy();
    fireEvent.click(outcome(1, 'Missing'));
    for (const id of [2, 3]) fireEvent.click(outcome(id, 'There'));
    expect(screen.getByText('3 of 4 checked').parentElement?.textContent).toBe('3 of 4 checkedThere: 2Missing: 1');
    expect(screen.getByText('1 not checked')).toBeTruthy();
    fireEvent.click(outcome(4, 'Damaged'));
    expect(screen.queryByText(/not checked/)).toBeNull();
  });

  it('has the client in its subtitle, if the viewer may see it', () => {
    open();
    expect(screen.getByText('R-7 · Customs')).toBeTruthy();
    cleanup();
    open({ clientName: '' });
    expect(screen.getByText('R-7')).toBeTruthy();
  });

  it('closes once everything is saved, and says so', async () => {
    open();
    scan('SN 2');
    press('Done');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    await screen.findByText('Goods receipt saved');
  });

  it('stays open with what could not be saved, without a retry of a wrong field', async () => {
    open();
    fireEvent.click(outcome(2, 'Missing'));
    fireEvent.change(note(2) as HTMLInputElement, { target: { value: 'x'.repeat(1025) } });
    press('Done');
    await screen.findByText('Not saved: 1 field needs attention.');
    expect(screen.getByText('1 change not saved')).toBeTruthy();
    expect(screen.queryByText('Try again')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows what another user found for the same unit, instead of replacing it', async () => {
    open();
    sent.mockImplementationOnce(async () => {
      saved = { units: [unit(2, 'MISSING', 'Lost')], unannounced: [] };
      throw new ApiError(409, { code: 'STALE', message: '' });
    });
    scan('SN 2');
    await screen.findByText(/RadEye G-10, SN 2: now “Missing”, your version “There”/);
    expect(saved.units).toEqual([unit(2, 'MISSING', 'Lost')]);
    expect(pressed(2)).toBe('There');
  });
});
