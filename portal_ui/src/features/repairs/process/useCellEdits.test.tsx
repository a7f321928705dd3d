// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { RepairPart } from '../../../api/repairs';
import Snackbar from '../../../core/layout/Snackbar';
import { createTestRouter } from '../../../core/process/testing';
import { CellField } from '../../../core/tables/CellField';
import type { DiagnosticRow } from './diagnosticRows';
import { buildRowKey, type UnitForm } from './unitRows';
import { useCellEdits } from './useCellEdits';

vi.mock('../../../api/meta', async (original) => ({
  ...(await original<object>()),
  useMeta: () => ({
    choices: {
      diagnosticStatus: [
        { key: 'FOR_REPAIR', name: 'For repair' },
        { key: 'IT_IS_WORKING', name: 'It is working' },
      ],
    },
  }),
}));

const found = [1, 2, 3].map((id) => ({ id, isMissing: false }) as RepairPart);
let parts = found;
const blank: DiagnosticRow = {
  serialNumber: 'SN',
  serviceTag: '',
  status: '',
  comment: '',
  withPredefinedTypes: false,
  diagnosticPrice: '',
  repairPrice: '',
  partsPrice: '',
  diagnosticTypes: [],
  repairTypes: [],
  partsTypes: [],
};
let values: () => Record<string, DiagnosticRow>;
let isDirty: () => boolean;
let edits: ReturnType<typeof useCellEdits>;

function Table() {
  const rows = Object.fromEntries(
    parts.map(({ id }) => [buildRowKey(id), { ...blank, withPredefinedTypes: id === 3 }]),
  );
  const form = useForm<UnitForm<DiagnosticRow>>({ defaultValues: { rows } });
  const dirty = form.formState.isDirty;
  values = () => form.getValues('rows');
  isDirty = () => dirty;
  edits = useCellEdits(parts, form);
  return (
    <FormProvider {...form}>
      <div {...edits.handlers}>
        {parts.map(({ id }, index) => (
          <div key={id} data-index={index}>
            <CellField name={`rows.${buildRowKey(id)}.comment`} cell="comment" label={`comment ${id}`} lines={2} />
            <CellField name={`rows.${buildRowKey(id)}.repairPrice`} cell="repairPrice" label={`price ${id}`} />
          </div>
        ))}
      </div>
      <Snackbar />
    </FormProvider>
  );
}

const open = async () => {
  render(<RouterProvider router={createTestRouter(<Table />)} />);
  await screen.findByLabelText('comment 1');
};
const paste = (label: string, text: string) =>
  fireEvent.paste(screen.getByLabelText(label), { clipboardData: { getData: () => text } });

afterEach(() => {
  cleanup();
  parts = found;
  vi.unstubAllGlobals();
});

it('pastes spreadsheet cells into the rows below, except prices of units with services', async () => {
  await open();
  paste('comment 1', 'cracked\t5\t1,250.50\ndusty\t\t20\nwet\t7\t8\nbeyond\t9');
  expect(values().u1).toMatchObject({ comment: 'cracked', diagnosticPrice: '5', repairPrice: '1250.50' });
  expect(values().u2).toMatchObject({ comment: 'dusty', diagnosticPrice: '', repairPrice: '20' });
  expect(values().u3).toMatchObject({ comment: 'wet', diagnosticPrice: '', repairPrice: '' });
  expect((screen.getByLabelText('comment 2') as HTMLTextAreaElement).value).toBe('dusty');
  await waitFor(() => expect(isDirty()).toBe(true));
});

it('pastes prose only into the focused field', async () => {
  await open();
  paste('comment 1', 'first line\nsecond line');
  expect(values().u2?.comment).toBe('');
});

it('pastes the clipboard at the last field, or at the first diagnosis', async () => {
  const readText = vi.fn().mockResolvedValue('For repair\tcracked\nIt is working\tfine');
  vi.stubGlobal('navigator', { ...navigator, clipboard: { readText } });
  await open();
  await act(() => edits.paste());
  expect(values().u1).toMatchObject({ status: 'FOR_REPAIR', comment: 'cracked' });
  expect(values().u2).toMatchObject({ status: 'IT_IS_WORKING', comment: 'fine' });
  fireEvent.focus(screen.getByLabelText('comment 2'));
  readText.mockResolvedValue('dusty\t7');
  await act(() => edits.paste());
  expect(values().u2).toMatchObject({ comment: 'dusty', diagnosticPrice: '7' });
});

it('fills a value down, or only into the selected rows', async () => {
  await open();
  const first = screen.getByLabelText('comment 1');
  fireEvent.change(first, { target: { value: 'cracked' } });
  fireEvent.focus(first);
  act(() => edits.fillDown());
  expect(Object.values(values()).map(({ comment }) => comment)).toEqual(['cracked', 'cracked', 'cracked']);
  fireEvent.change(first, { target: { value: 'wet' } });
  act(() => edits.selection.toggle(3, false));
  act(() => edits.fillDown());
  expect(Object.values(values()).map(({ comment }) => comment)).toEqual(['wet', 'cracked', 'wet']);
});

it('restores the earlier values on Undo, of all cells that were filled', async () => {
  await open();
  fireEvent.change(screen.getByLabelText('comment 2'), { target: { value: 'wet' } });
  paste('comment 1', 'cracked\t5\ndusty\t6');
  expect(values().u2).toMatchObject({ comment: 'dusty', diagnosticPrice: '6' });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(values().u1).toMatchObject({ comment: '', diagnosticPrice: '' });
  expect(values().u2).toMatchObject({ comment: 'wet', diagnosticPrice: '' });
});

it('reports results that are unknown and lines beyond the last unit', async () => {
  await open();
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { readText: async () => 'Lost\tcracked\nIt is working\tfine\n\tdusty\n\twet' },
  });
  await act(() => edits.paste());
  const text = (await screen.findByRole('status')).textContent;
  expect(text).toContain(
    "1 value isn't a diagnosis and was skipped. 1 pasted row has no matching unit and was skipped.",
  );
  expect(Object.values(values()).map(({ status }) => status)).toEqual(['', 'IT_IS_WORKING', '']);
});

it('sets the diagnosis of the selected rows', async () => {
  await open();
  act(() => edits.selection.toggle(2, false));
  act(() => edits.setResult('FOR_REPAIR'));
  expect(Object.values(values()).map(({ status }) => status)).toEqual(['', 'FOR_REPAIR', '']);
});

it.each([
  ['Ctrl+D', { key: 'd', ctrlKey: true }, true],
  ['Cmd+D', { key: 'd', metaKey: true }, true],
  ['Ctrl+D with Caps Lock', { key: 'D', ctrlKey: true }, true],
  ['D', { key: 'd' }, false],
  ['Ctrl+Alt+D', { key: 'd', ctrlKey: true, altKey: true }, false],
  ['Ctrl+Shift+D', { key: 'D', ctrlKey: true, shiftKey: true }, false],
  ['Ctrl+E', { key: 'e', ctrlKey: true }, false],
])('copies the cell above and overrides the browser with %s: %s', async (_, key, copies) => {
  await open();
  fireEvent.change(screen.getByLabelText('comment 1'), { target: { value: 'cracked' } });
  const isDefault = fireEvent.keyDown(screen.getByLabelText('comment 2'), key);
  expect([values().u2?.comment, isDefault]).toEqual(copies ? ['cracked', false] : ['', true]);
});

it('copies nothing into the first row, where Ctrl+D adds no bookmark either', async () => {
  await open();
  expect(fireEvent.keyDown(screen.getByLabelText('comment 1'), { key: 'd', ctrlKey: true })).toBe(false);
  expect(screen.queryByRole('status')?.textContent ?? '').toBe('');
  await act(async () => {});
  expect(isDirty()).toBe(false);
});

it('leaves ordinary text to the browser, and replaces that of several cells', async () => {
  await open();
  expect(paste('comment 1', 'cracked')).toBe(true);
  expect(paste('comment 1', 'cracked\t5')).toBe(false);
});

it('fills nothing into missing units', async () => {
  parts = found.map((part) => ({ ...part, isMissing: part.id === 2 }));
  await open();
  paste('comment 1', 'cracked\t5\ndusty\t6\nwet');
  expect(Object.values(values()).map(({ comment }) => comment)).toEqual(['cracked', '', 'wet']);
  expect(values().u2?.diagnosticPrice).toBe('');
});

it('counts only the cells that change, and offers no Undo without any', async () => {
  await open();
  fireEvent.change(screen.getByLabelText('comment 1'), { target: { value: 'cracked' } });
  paste('comment 1', 'cracked\t5');
  expect(await screen.findByText('1 field filled in')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  cleanup();
  await open();
  fireEvent.keyDown(screen.getByLabelText('comment 2'), { key: 'd', ctrlKey: true });
  expect(await screen.findByText('0 fields filled in')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it.each([
  ['cannot be read', { readText: vi.fn().mockRejectedValue(new Error('NotAllowed')) }],
  ['is empty', { readText: vi.fn().mockResolvedValue('') }],
  ['is a single value', { readText: vi.fn().mockResolvedValue('cracked') }],
  ['is not available', undefined],
])('says how to paste by key if the clipboard %s', async (_, clipboard) => {
  vi.stubGlobal('navigator', { ...navigator, clipboard });
  await open();
  await act(() => edits.paste());
  expect(await screen.findByText(/press Ctrl\+V\.$/)).toBeTruthy();
  expect(Object.values(values()).map(({ comment }) => comment)).toEqual(['', '', '']);
});

it('names the column of the last cell that had the focus, and keeps it when another element has', async () => {
  await open();
  expect(edits.column).toBeNull();
  fireEvent.focus(screen.getByLabelText('price 2'));
  expect(edits.column).toBe('repairPrice');
  fireEvent.focus(document.querySelector('[data-index="2"]') as HTMLElement);
  expect(edits.column).toBe('repairPrice');
});

it('fills down only the rows below the field that had the focus', async () => {
  await open();
  expect(edits.column).toBeNull();
  act(() => edits.fillDown());
  expect(screen.queryByText(/filled in/)).toBeNull();
  const second = screen.getByLabelText('comment 2');
  fireEvent.change(second, { target: { value: 'wet' } });
  fireEvent.focus(second);
  expect(edits.column).toBe('comment');
  act(() => edits.fillDown());
  expect(Object.values(values()).map(({ comment }) => comment)).toEqual(['', 'wet', 'wet']);
});
