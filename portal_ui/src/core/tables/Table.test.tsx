// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stubMediaQueries } from '../ui/testing';
import { RequestTable } from './Table';
import type { Column } from './tableTypes';
import { createWrapper, stubWidth } from './testing';
import { useRowSelection } from './useRowSelection';

interface Unit {
  id: number;
  model: string;
  note: string;
  price: string;
}

const buildUnit = (id: number, model = `Pager ${id}`): Unit => ({
  id,
  model,
  note: id % 2 ? `Note ${id}` : '',
  price: '5',
});
const buildUnits = (count: number) => Array.from({ length: count }, (_, index) => buildUnit(index + 1));

const columns: Column<Unit>[] = [
  { key: 'model', label: 'Model', card: 'title', width: 200, cell: ({ model }) => model },
  {
    key: 'texts',
    width: 200,
    stack: [
      { key: 'note', label: 'Note', isEmpty: ({ note }) => note === '', cell: ({ note }) => note },
      {
        key: 'price',
        label: 'Price',
        cell: ({ price }, { name }) => <input data-cell="price" aria-label={`Price: ${name}`} defaultValue={price} />,
      },
    ],
  },
  { key: 'secret', label: 'Secret', width: 100, cell: () => 'for few' },
  { key: 'why', label: 'Why', width: 100, belongsTo: 'secret', cell: () => 'because' },
];

const getId = ({ id }: Unit) => id;
const getName = ({ model }: Unit) => model;
const shared = { label: 'Units', columns, rowId: getId, rowName: getName, estimatedHeights: { row: 60, card: 120 } };

function SelectableTable({ rows }: { rows: readonly Unit[] }) {
  return (
    <RequestTable
      {...shared}
      rows={rows}
      selection={useRowSelection(rows.map(getId))}
      canSelect={({ id }) => id !== 3}
    />
  );
}

const getSelected = () =>
  screen
    .getAllByRole('checkbox', { name: /^Select Pager/ })
    .flatMap((box) => (box instanceof HTMLInputElement && box.checked ? [box.getAttribute('aria-label')] : []));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Scroll the window, which jsdom does not implement. */
function scrollTo(top: number) {
  vi.stubGlobal('scrollY', top);
  act(() => void window.dispatchEvent(new Event('scroll')));
}

describe('table of a process', { timeout: 30_000 }, () => {
  it('stacks columns, splits stacks if they fit, and renders cards if columns do not fit', async () => {
    const wrapper = await createWrapper();
    for (const [width, headers] of [
      [600, ['Model', 'NotePrice', 'Secret', 'Why']],
      [1000, ['Model', 'Note', 'Price', 'Secret', 'Why']],
    ] as const) {
      stubWidth(width);
      render(<RequestTable {...shared} rows={buildUnits(2)} />, { wrapper });
      expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(headers);
      expect(getComputedStyle(screen.getByText('Price')).position, 'hidden but for screen readers').not.toBe(
        'absolute',
      );
      cleanup();
    }
    stubWidth(599);
    render(<RequestTable {...shared} rows={buildUnits(2)} />, { wrapper });
    expect(screen.queryByRole('table')).toBeNull();
    const [first, second] = within(screen.getByRole('list', { name: 'Units' })).getAllByRole('listitem');
    expect(first?.textContent).toContain('NoteNote 1');
    expect(second?.textContent).not.toContain('Note');
  });

  it('keeps the focused row and its typed text when it is scrolled out of view', async () => {
    stubWidth(1000);
    render(<RequestTable {...shared} rows={buildUnits(300)} />, { wrapper: await createWrapper() });
    const price = screen.getByLabelText<HTMLInputElement>('Price: Pager 2');
    act(() => price.focus());
    fireEvent.change(price, { target: { value: '12.50' } });
    scrollTo(15_000);
    expect(await screen.findByText('Pager 250')).toBeTruthy();
    expect(screen.queryByText('Pager 4')).toBeNull();
    expect(price.isConnected).toBe(true);
    expect(price.value).toBe('12.50');
    expect(document.activeElement).toBe(price);
    act(() => price.blur());
    scrollTo(15_060);
    expect(price.isConnected).toBe(false);
  });

  it('focuses the same cell of the next row on Enter, unless it confirms the word of an input method', async () => {
    stubWidth(1000);
    HTMLElement.prototype.scrollIntoView = () => {};
    render(<RequestTable {...shared} rows={buildUnits(2)} />, { wrapper: await createWrapper() });
    const price = screen.getByLabelText('Price: Pager 1');
    act(() => price.focus());
    fireEvent.keyDown(price, { key: 'Enter', isComposing: true });
    expect(document.activeElement).toBe(price);
    fireEvent.keyDown(price, { key: 'Enter' });
    expect(document.activeElement).toBe(screen.getByLabelText('Price: Pager 2'));
  });

  it('hides columns with their dependent columns, in rows and on cards', async () => {
    const wrapper = await createWrapper();
    for (const width of [1000, 360]) {
      stubWidth(width);
      render(<RequestTable {...shared} rows={buildUnits(2)} hiddenColumns={['secret']} />, { wrapper });
      expect(screen.getAllByText('Pager 1')).toHaveLength(1);
      expect(screen.queryByText('Secret')).toBeNull();
      expect(screen.queryByText('for few')).toBeNull();
      expect(screen.queryByText('because')).toBeNull();
      cleanup();
    }
  });

  it('shows a dash for an empty column', async () => {
    stubWidth(600);
    const [model, texts] = columns;
    const notes = texts && 'stack' in texts ? [{ ...texts, stack: texts.stack.slice(0, 1) }] : [];
    render(<RequestTable {...shared} columns={[...(model ? [model] : []), ...notes]} rows={buildUnits(2)} />, {
      wrapper: await createWrapper(),
    });
    const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual(['Pager 1', 'Note 1', 'Pager 2', '–']);
  });

  it('adds a number to rows of the same name', async () => {
    stubWidth(1000);
    render(<RequestTable {...shared} rows={[buildUnit(1, 'Pager'), buildUnit(2, 'Meter'), buildUnit(3, 'Pager')]} />, {
      wrapper: await createWrapper(),
    });
    const names = screen.getAllByRole('textbox').map((box) => box.getAttribute('aria-label'));
    expect(names).toEqual(['Price: Pager, no. 1', 'Price: Meter', 'Price: Pager, no. 3']);
  });

  it('selects a range with Shift, and exposes the selection', async () => {
    stubWidth(1000);
    render(<SelectableTable rows={buildUnits(6)} />, { wrapper: await createWrapper() });
    const getCheckbox = (id: number) => screen.getByRole('checkbox', { name: `Select Pager ${id}` });
    fireEvent.click(getCheckbox(2));
    fireEvent.click(getCheckbox(5), { shiftKey: true });
    expect(getSelected()).toEqual(['Select Pager 2', 'Select Pager 4', 'Select Pager 5']);
    expect(getCheckbox(4).closest('tr')?.getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByRole('checkbox', { name: 'Select Pager 3' })).toBeNull();
  });

  it('moves the focus to the same cell of the next row, and between checkboxes', async () => {
    stubWidth(1000);
    render(<SelectableTable rows={buildUnits(6)} />, { wrapper: await createWrapper() });
    HTMLElement.prototype.scrollIntoView = () => {};
    const getCell = (id: number) => screen.getByRole('textbox', { name: `Price: Pager ${id}` });
    getCell(2).focus();
    fireEvent.keyDown(getCell(2), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(getCell(3));
    fireEvent.keyDown(getCell(3), { key: 'Enter', shiftKey: true });
    expect(document.activeElement).toBe(getCell(2));
    const getCheckbox = (id: number) => screen.getByRole('checkbox', { name: `Select Pager ${id}` });
    getCheckbox(2).focus();
    fireEvent.keyDown(getCheckbox(2), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(getCheckbox(4));
  });

  it('virtualizes many rows, and exposes their number', async () => {
    stubWidth(1000);
    render(<RequestTable {...shared} rows={buildUnits(300)} />, { wrapper: await createWrapper() });
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('301');
    expect(screen.queryAllByRole('textbox').length).toBeLessThan(60);
    cleanup();
    render(<RequestTable {...shared} rows={buildUnits(40)} />, { wrapper: await createWrapper() });
    expect(screen.getAllByRole('textbox')).toHaveLength(40);
  });

  it('prints all rows', async () => {
    stubWidth(1000);
    stubMediaQueries((query) => query === 'print');
    render(<RequestTable {...shared} rows={buildUnits(60)} />, { wrapper: await createWrapper() });
    expect(screen.getAllByRole('textbox')).toHaveLength(60);
  });

  it('has a heading for each group, also for a collapsed one', async () => {
    stubWidth(1000);
    const groups = [
      { key: 'a', heading: 'Pagers', rows: buildUnits(2) },
      { key: 'b', heading: 'Meters', rows: [] },
    ];
    render(<RequestTable {...shared} groups={groups} />, { wrapper: await createWrapper() });
    expect(screen.getAllByRole('rowheader').map((heading) => heading.textContent)).toEqual(['Pagers', 'Meters']);
    expect(screen.getAllByRole('textbox')).toHaveLength(2);
  });
});
