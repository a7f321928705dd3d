// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Meta } from '../../../api/types';
import { buildDraftKey, readDraft, writeDraft } from '../../../core/forms/drafts';
import { renderAt, serve } from '../../imports/testing';
import type { LoadedUnit } from './loadedUnitRows';
import NewRepairPage from './NewRepairPage';
import { REPAIR_DRAFT } from './useRepairForm';

vi.setConfig({ testTimeout: 60_000 });

/** Props of the open dialog for units from a file. */
const dialog = vi.hoisted(() => ({
  props: undefined as { maxUnits: number; onLoad: (units: never) => void } | undefined,
}));
vi.mock('./LoadUnitsDialog', () => ({
  default: (props: NonNullable<typeof dialog.props>) => {
    dialog.props = props;
    return null;
  },
}));

const pager = { id: 3, name: 'Pager', maker: 'Acme', number: 'P-1', imageUrl: null, category: 'HANDHELD' };
const meta = {
  user: { username: 'ana' },
  limits: { units: 4, attachmentBytes: 1_000, attachmentCount: 5, quantity: 100 },
};
const unit = (serialNumber: string) => ({ serialNumber, serviceTag: '', problemDescription: '', attachments: [] });

beforeEach(() => {
  dialog.props = undefined;
});

/** Open the page with a draft of pagers. */
async function open(...serials: string[]) {
  const requests = serve({
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'HANDHELD', name: 'Handheld' }],
    'GET /api/v1/parts/fetch/by/category': () => [{ ...pager, partName: 'Pager', manufacturer: 'Acme' }],
    'POST /api/v1/repairing/create': () => ({ id: 9, number: 'R-9' }),
  });
  const content = [{ part: pager, units: serials.map(unit) }];
  writeDraft(buildDraftKey(REPAIR_DRAFT, 0, 'NEW'), { content, idempotencyKey: 'k', unanswered: null });
  const address = await renderAt(<NewRepairPage />, {
    at: '/en/new-repair',
    route: '/:lang/new-repair',
    meta: meta as unknown as Partial<Meta>,
  });
  await screen.findByLabelText('unit 1, Pager');
  return { requests, address };
}
const serials = () => screen.getAllByLabelText<HTMLInputElement>(/^Serial number, unit/).map(({ value }) => value);
const stored = () => JSON.stringify(readDraft(buildDraftKey(REPAIR_DRAFT, 0, 'NEW'))?.values.content ?? null);
const question = async (name: RegExp) => within(await screen.findByRole('dialog', { name }));
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));

it('deletes a unit only after a question', async () => {
  await open('A-1', 'A-2');
  fireEvent.click(screen.getByLabelText('Delete unit 1, Pager'));
  const dialog = await question(/^Delete this unit/);
  expect(serials()).toEqual(['A-1', 'A-2']);
  fireEvent.click(dialog.getByText('Delete unit', { selector: 'button' }));
  await waitFor(() => expect(serials()).toEqual(['A-2']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stored()).not.toContain('A-1');
  // The last unit of a part also removes the part.
  fireEvent.click(screen.getByLabelText('Delete unit 1, Pager'));
  fireEvent.click((await question(/^Delete the last unit/)).getByText('Delete unit', { selector: 'button' }));
  await screen.findByText('No units yet.');
});

it('deletes all units of a part after a question with their number', async () => {
  await open('A-1', 'A-2');
  fireEvent.click(screen.getByLabelText('Delete all units of Pager'));
  const dialog = await question(/^Delete all units of Pager/);
  expect(dialog.getByText('2 units and their attachments will be deleted.')).toBeTruthy();
  fireEvent.click(dialog.getByText('Delete all', { selector: 'button' }));
  await screen.findByText('No units yet.');
});

it('adds units up to the maximum, each with the focus in its serial number', async () => {
  await open('A-1', 'A-2', 'A-3');
  fireEvent.click(screen.getByText('Pager', { selector: 'button' }));
  expect(screen.queryByLabelText('unit 1, Pager')).toBeNull();
  fireEvent.click(screen.getByLabelText('Add a unit of Pager'));
  // The part is expanded again.
  const added = await screen.findByLabelText('Serial number, unit 4, Pager');
  await waitFor(() => expect(document.activeElement).toBe(added));
  expect(screen.getByText<HTMLButtonElement>('Paste or import units', { selector: 'button' }).disabled).toBe(true);
  fireEvent.click(screen.getByLabelText('Add a unit of Pager'));
  expect(serials()).toEqual(['A-1', 'A-2', 'A-3', '']);
});

it('appends units from a file up to the maximum, which can be undone', async () => {
  await open('A-1');
  press('Paste or import units');
  await waitFor(() => expect(dialog.props?.maxUnits).toBe(3));
  const load = (serialNumber: string): LoadedUnit => ({
    part: pager,
    cells: { serialNumber, serviceTag: 'T', problemDescription: 'Silent' },
  });
  act(() => dialog.props?.onLoad([load('B-1'), load('B-2')] as never));
  expect(serials()).toEqual(['A-1', 'B-1', 'B-2']);
  expect(stored()).toContain('"serialNumber":"B-2","serviceTag":"T","problemDescription":"Silent"');
  await screen.findByText('2 units added');
  press('Undo');
  await waitFor(() => expect(serials()).toEqual(['A-1']));
  expect(stored()).not.toContain('B-2');
});

it('asks whether a paste with more rows adds units, up to the maximum', async () => {
  await open('A-1', 'A-2', 'A-3');
  const paste = () =>
    fireEvent.paste(screen.getByLabelText('Serial number, unit 2, Pager'), {
      clipboardData: { getData: () => 'B-1\nB-2\nB-3\nB-4' },
    });
  paste();
  const dialog = await question(/^4 rows pasted/);
  expect(dialog.getByText(/only 2 units from this row down.*add 1 more/)).toBeTruthy();
  fireEvent.click(dialog.getByText('Fill 2 rows', { selector: 'button' }));
  await waitFor(() => expect(serials()).toEqual(['A-1', 'B-1', 'B-2']));
  paste();
  fireEvent.click((await question(/^4 rows pasted/)).getByText('Add 1 unit', { selector: 'button' }));
  await waitFor(() => expect(serials()).toEqual(['A-1', 'B-1', 'B-2', 'B-3']));
  // The request is full: no units can be added.
  paste();
  const full = await question(/^4 rows pasted/);
  expect(full.queryByText(/^Add/, { selector: 'button' })).toBeNull();
  expect(full.getByText('Fill 3 rows', { selector: 'button' })).toBeTruthy();
});

it('submits the units after a review', async () => {
  const { requests, address } = await open('A-1', 'A-2');
  press('Submit request');
  const review = await question(/^Submit this repair request/);
  expect(review.getByText(/^2 units have no problem/)).toBeTruthy();
  fireEvent.click(review.getByText('Submit request', { selector: 'button' }));
  await waitFor(() => expect(address()).toBe('/en/active-repairs'));
  const body = requests.find(({ method }) => method === 'POST')?.body as unknown as {
    units: { serialNumber: string }[];
  };
  expect(body.units.map(({ serialNumber }) => serialNumber)).toEqual(['A-1', 'A-2']);
});

it('keeps units whose removal was cancelled', async () => {
  await open('A-1', 'A-2');
  fireEvent.click(screen.getByLabelText('Delete unit 2, Pager'));
  const dialog = await question(/^Delete this unit/);
  expect(dialog.getByText('The details and attachments of unit 2, Pager will be deleted.')).toBeTruthy();
  fireEvent.click(dialog.getByText('Cancel', { selector: 'button' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(serials()).toEqual(['A-1', 'A-2']);
});

it('expands a collapsed part that is clicked again', async () => {
  await open('A-1');
  const heading = () => screen.getByText('Pager', { selector: 'button' });
  fireEvent.click(heading());
  expect(heading().getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(heading());
  expect(serials()).toEqual(['A-1']);
});

it('says how many units can be added, and adds as many', async () => {
  await open('A-1', 'A-2');
  const choose = async (name: string, option: string | RegExp) => {
    const field = screen.getByRole('combobox', { name });
    await waitFor(() => expect(field).toHaveProperty('disabled', false));
    fireEvent.focus(field);
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.click(await screen.findByRole('option', { name: option }));
  };
  await choose('Category', 'Handheld');
  await choose('Part', /Pager/);
  const quantity = screen.getByLabelText<HTMLInputElement>(/^Quantity/);
  const card = within(quantity.closest('form') as HTMLElement);
  const add = () => card.getByText<HTMLButtonElement>('Add', { selector: 'button' });
  await waitFor(() => expect(quantity.disabled).toBe(false));
  fireEvent.change(quantity, { target: { value: '3' } });
  await screen.findByText('A request can have up to 4 units; you can add 2 more.');
  expect(add().disabled).toBe(true);
  fireEvent.change(quantity, { target: { value: '2' } });
  await waitFor(() => expect(add().disabled).toBe(false));
  fireEvent.click(add());
  await waitFor(() => expect(serials()).toEqual(['A-1', 'A-2', '', '']));
});

it('does not restore units from a file that were removed since', async () => {
  await open('A-1');
  press('Paste or import units');
  await waitFor(() => expect(dialog.props?.maxUnits).toBe(3));
  const cells = { serialNumber: 'B-1', serviceTag: '', problemDescription: '' };
  act(() =>
    dialog.props?.onLoad([
      { part: pager, cells },
      { part: pager, cells: { ...cells, serialNumber: 'B-2' } },
    ] as never),
  );
  fireEvent.click(screen.getByLabelText('Delete unit 2, Pager'));
  fireEvent.click((await question(/^Delete this unit/)).getByText('Delete unit', { selector: 'button' }));
  await waitFor(() => expect(serials()).toEqual(['A-1', 'B-2']));
  press('Undo');
  await waitFor(() => expect(serials()).toEqual(['A-1']));
});

it('names the required fields in a tooltip', async () => {
  await open('A-1');
  fireEvent.click(screen.getByText('See required fields', { selector: 'button' }));
  fireEvent.mouseOver(screen.getByText('See required fields', { selector: 'button' }));
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/^Required for each unit: serial number/);
});
