// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { type ComponentType, useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { UploadedFile } from '../../../api/types';
import { getTestI18nProvider } from '../../../core/i18n/testing';
import { renderAt, serve } from '../../imports/testing';
import type { SpectrumFormBinding } from '../../spectra/suggestions';
import { type FocusTarget, UnitList } from './UnitList';
import type { UnitFields } from './unitGroups';
import { type RepairForm, useRepairForm } from './useRepairForm';

vi.setConfig({ testTimeout: 30_000 });

const queue = vi.hoisted(() => ({ add: vi.fn() }));
vi.mock('../../../core/files/uploads', async (original) => {
  const state = { uploads: [], rejected: [] };
  return {
    ...(await original<object>()),
    createUploadQueue: () => ({
      ...queue,
      stop: () => undefined,
      subscribe: () => () => undefined,
      getState: () => state,
      dismissRejected: () => undefined,
    }),
  };
});

/** Fields offered to spectrum files, in row order of the last render. */
const bindings = vi.hoisted(() => new Map<string, SpectrumFormBinding>());
vi.mock('../../spectra/spectrumBinding', async (original) => ({
  ...(await original<object>()),
  SpectrumBindingProvider: ({ value, children }: { value: SpectrumFormBinding; children: unknown }) => {
    bindings.set(value.serialNumber?.current ?? '', value);
    return children;
  },
}));

const i18nProvider = await getTestI18nProvider('en');
const pager = { id: 7, name: 'Pager', maker: 'Thermo', imageUrl: null, category: 'PRD' };
const gate = { id: 8, name: 'Gate', maker: 'TSA', imageUrl: null, category: 'RPM' };
const file = (id: string): UploadedFile => ({ id, name: `${id}.jpg`, type: 'image/jpeg', size: 3 });

let repair: RepairForm;
const on = { onToggle: vi.fn(), onAddUnit: vi.fn(), onRemoveUnit: vi.fn(), onRemoveGroup: vi.fn() };
const onPasteBlock = vi.fn();
type Props = Pick<Parameters<typeof UnitList>[0], 'collapsed' | 'groupErrors'> & { goal?: FocusTarget | null };
const none: Props = { collapsed: new Set(), groupErrors: new Map() };

function Page(props: Props) {
  repair = useRepairForm(null);
  const { form, uploads, actions, groups } = repair;
  return (
    groups.length > 0 && <UnitList {...{ form, uploads, actions, groups, on, onPasteBlock }} goal={null} {...props} />
  );
}

/** Open the list with a pager per object of values, and a gate. */
async function open(
  values: Partial<UnitFields>[] = [{}, {}],
  props: Partial<Props> = {},
  offered: number[] = [7, 8],
  List: ComponentType<Props> = Page,
) {
  for (const mock of [...Object.values(on), onPasteBlock, queue.add]) mock.mockReset();
  bindings.clear();
  serve({
    'GET /api/v1/parts/fetch/all/enabled/categories': () => [{ key: 'PRD', name: 'Pagers' }],
    'GET /api/v1/parts/fetch/by/category': () =>
      offered.map((id) => ({
        id,
        partName: id === 7 ? 'Pager' : 'Gate',
        manufacturer: 'Renamed',
        number: '',
        imageUrl: null,
      })),
    'GET /api/v1/instruments/by-serial': () => null,
  });
  const page = (
    <I18nContext.Provider value={i18nProvider}>
      <List {...none} {...props} />
    </I18nContext.Provider>
  );
  await renderAt(page, { at: '/en/new-repair', route: '/:lang/new-repair' });
  let ids: string[] = [];
  await act(async () => {
    ids = [...repair.actions.add(pager, values.length), ...repair.actions.add(gate, 1)];
    values.forEach((given, index) => {
      for (const [name, value] of Object.entries(given))
        repair.form.setValue(`units.${ids[index]}.${name}` as 'units.u1.serialNumber', value as string);
    });
    repair.actions.changed();
  });
  return ids;
}
const row = (number: number, part = 'Pager') => within(screen.getByLabelText(`unit ${number}, ${part}`));
const serial = (number: number) => row(number).getByLabelText<HTMLInputElement>(/^Serial number/);
const value = (id: string | undefined, cell: keyof UnitFields) => repair.form.getValues(`units.${id}.${cell}`);

it('has a heading per part, with buttons for its units', async () => {
  await open();
  const heading = screen.getByRole('button', { name: 'Pager', expanded: true });
  fireEvent.click(heading);
  expect(on.onToggle.mock.calls).toEqual([['PRD/7']]);
  fireEvent.click(screen.getByLabelText('Add a unit of Gate'));
  expect(on.onAddUnit.mock.calls).toEqual([['RPM/8']]);
  fireEvent.click(screen.getByLabelText('Delete all units of Pager'));
  expect(on.onRemoveGroup.mock.calls).toEqual([['PRD/7']]);
  // The catalog has newer data of the part than a restored draft.
  await screen.findByText('Renamed · Pagers');
  expect(screen.getByText('2 units')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('hides the units of a collapsed part only, and keeps their number', async () => {
  await open(undefined, { collapsed: new Set(['PRD/7']) });
  expect(screen.getByRole('button', { name: 'Pager', expanded: false })).toBeTruthy();
  expect(screen.queryByLabelText('unit 1, Pager')).toBeNull();
  expect(screen.getByLabelText('unit 1, Gate')).toBeTruthy();
  expect(screen.getByText('2 units')).toBeTruthy();
});

it('shows the error of a part at its heading, or that it is no longer offered', async () => {
  await open(undefined, { groupErrors: new Map([['PRD/7', 'Not accepted.']]) }, [7]);
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  const texts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(texts[0]).toBe('Not accepted.');
  expect(texts[1]).toMatch(/^This part can no longer be sent in for repair/);
});

it('counts the missing serial numbers while the user types, and requires one that is cleared again', async () => {
  await open();
  const { missingSerials } = repair;
  fireEvent.change(serial(1), { target: { value: 'A-1' } });
  expect(repair.missingSerials).toBe(missingSerials - 1);
  fireEvent.change(serial(1), { target: { value: '' } });
  expect(row(1).queryByText(/^Required/)).toBeNull();
  fireEvent.blur(serial(1));
  await row(1).findByText(/^Required/);
  expect(row(2).queryByText(/^Required/)).toBeNull();
});

it('limits the texts as the server does', async () => {
  await open();
  const lengths = row(1)
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ maxLength }) => maxLength);
  expect(lengths).toEqual([255, 255, 4000]);
  expect(serial(1).getAttribute('aria-required')).toBe('true');
});

it('asks to delete the unit of the row', async () => {
  const ids = await open();
  fireEvent.click(row(2).getByLabelText('Delete unit 2, Pager'));
  expect(on.onRemoveUnit.mock.calls).toEqual([[ids[1]]]);
});

it('hands over cells that are pasted into a field, but not a single value', async () => {
  const ids = await open();
  const paste = (text: string) => fireEvent.paste(serial(2), { clipboardData: { getData: () => text } });
  // The event is not cancelled.
  expect(paste('A-1')).toBe(true);
  expect(onPasteBlock).not.toHaveBeenCalled();
  expect(paste('A-1\tT-1')).toBe(false);
  const cells = [
    { row: 0, cell: 'serialNumber', value: 'A-1' },
    { row: 0, cell: 'serviceTag', value: 'T-1' },
  ];
  expect(onPasteBlock.mock.calls).toEqual([[ids[1], { rows: 1, cells }]]);
});

it('uploads files that are dropped on a row', async () => {
  await open([{}, { attachments: [file('f1')] }]);
  const dropped = new File(['x'], 'a.png');
  const dataTransfer = { files: [dropped], items: [], types: ['Files'] };
  fireEvent.drop(screen.getByLabelText('unit 2, Pager'), { dataTransfer });
  expect(queue.add).toHaveBeenCalledOnce();
  expect(queue.add.mock.calls[0]?.[0]).toEqual([dropped]);
});

it('removes a file from its unit, and shows an error of the files in the row', async () => {
  const ids = await open([{}, { attachments: [file('f1'), file('f2')] }]);
  const name = `units.${ids[1]}.attachments` as const;
  act(() => repair.form.setError(name, { type: 'server', message: 'Not found.' }));
  expect(row(2).getByText('Not found.')).toBeTruthy();
  fireEvent.click(row(2).getByLabelText(/^Attachments for unit 2, Pager: 2/));
  fireEvent.click(await screen.findByLabelText('Remove f1.jpg'));
  expect(value(ids[1], 'attachments')).toEqual([file('f2')]);
});

it('warns of a repeated serial number until it is corrected', async () => {
  await open([{ serialNumber: 'A-1' }, { serialNumber: 'a1' }]);
  await row(1).findByText('Unit 2 has the same serial number');
  expect(row(2).getByText('Unit 1 has the same serial number')).toBeTruthy();
  fireEvent.change(serial(2), { target: { value: 'B-2' } });
  await waitFor(() => expect(screen.queryByText(/has the same serial number/)).toBeNull());
});

it('lets a spectrum file fill in part, serial number and problem of its unit', async () => {
  const ids = await open([{ serialNumber: 'A-1' }, { serialNumber: 'A-2', problemDescription: 'Drifts' }]);
  const binding = () => bindings.get('A-2');
  expect([binding()?.part?.current?.name, binding()?.notes?.current]).toEqual(['Pager', 'Drifts']);
  act(() => binding()?.notes?.set('Spectrum read.'));
  expect(value(ids[1], 'problemDescription')).toBe('Spectrum read.');
  act(() => bindings.get('')?.serialNumber?.set('A-3'));
  expect(value(ids[2], 'serialNumber')).toBe('A-3');
  expect(repair.missingSerials).toBe(0);
  act(() => binding()?.part?.set(gate));
  expect(repair.groups.map(({ part, unitIds }) => [part.name, unitIds])).toEqual([
    ['Pager', [ids[0]]],
    ['Gate', [ids[2], ids[1]]],
  ]);
});

it.each([
  ['serviceTag', /^Service tag/],
  ['attachments', /^Attachments for unit 2, Pager/],
] as const)('moves the focus to the %s of the unit that needs attention', async (cell, label) => {
  let setGoal: (goal: FocusTarget) => void = () => undefined;
  function Focused(props: Props) {
    const [goal, set] = useState<FocusTarget | null>(null);
    setGoal = set;
    return <Page {...props} goal={goal} />;
  }
  const ids = await open(undefined, {}, undefined, Focused);
  act(() => setGoal({ unitId: ids[1] ?? '', cell }));
  await waitFor(() => expect(document.activeElement).toBe(row(2).getByLabelText(label)));
});

it('names each field by column and unit, with a placeholder for what is optional', async () => {
  await open();
  const fields = row(1).getAllByRole<HTMLInputElement>('textbox');
  expect(fields.map((field) => [field.getAttribute('aria-label'), field.placeholder])).toEqual([
    ['Serial number, unit 1, Pager', 'Enter N/A if there is none'],
    ['Service tag, unit 1, Pager', 'optional'],
    ['Problem description, unit 1, Pager', 'optional'],
  ]);
  expect(fields.map(({ tagName }) => tagName)).toEqual(['INPUT', 'INPUT', 'TEXTAREA']);
});

it('hands over nothing that is pasted outside of the fields of a unit', async () => {
  await open();
  const data = { clipboardData: { getData: () => 'A-1\tT-1' } };
  fireEvent.paste(row(1).getByLabelText(/^Attachments for/), data);
  fireEvent.paste(screen.getByRole('button', { name: 'Pager', expanded: true }), data);
  expect(onPasteBlock).not.toHaveBeenCalled();
});
