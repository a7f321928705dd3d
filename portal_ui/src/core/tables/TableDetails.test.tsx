// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RequestTable } from './Table';
import type { Column, TableHandle, TableProps } from './tableTypes';
import { createWrapper, stubWidth } from './testing';
import { useRowSelection } from './useRowSelection';

interface Unit {
  id: number;
  model: string;
}

const units: Unit[] = [1, 2, 3, 4].map((id) => ({ id, model: `Pager ${id}` }));
const columns: Column<Unit>[] = [
  {
    key: 'model',
    label: 'Model',
    width: 200,
    card: 'title',
    cell: ({ model }) => (
      <button type="button" data-cell="unit">
        {model}
      </button>
    ),
  },
  {
    key: 'price',
    label: 'Price',
    width: 100,
    align: 'end',
    cell: ({ id }, { name, onCard }) => (
      <input data-cell="price" disabled={id === 2} aria-label={`Price: ${name}${onCard ? ' (card)' : ''}`} />
    ),
  },
  {
    key: 'state',
    label: 'State',
    width: 100,
    isEmpty: ({ id }) => id === 1,
    cell: ({ id }) => (
      <select aria-label={`State ${id}`} defaultValue="a">
        <option>a</option>
        <option>b</option>
      </select>
    ),
  },
  {
    key: 'accept',
    label: 'Accept',
    hideHeader: true,
    width: 100,
    card: 'action',
    cell: () => <a href="#top">Accept</a>,
  },
];
const getId = ({ id }: Unit) => id;
const getName = ({ model }: Unit) => model;
const shared = { label: 'Units', columns, rowId: getId, rowName: getName, estimatedHeights: { row: 60, card: 120 } };

async function show(props: Partial<TableProps<Unit>> = {}, width = 1000) {
  stubWidth(width);
  HTMLElement.prototype.scrollIntoView = () => {};
  render(<RequestTable {...shared} rows={units} {...props} />, { wrapper: await createWrapper() });
}

function SelectableTable({ rows = units }: { rows?: readonly Unit[] }) {
  return <RequestTable {...shared} rows={rows} selection={useRowSelection(rows.map(getId))} />;
}

const getPrice = (id: number) => screen.getByRole('textbox', { name: `Price: Pager ${id}` });
const getRow = (id: number) => getPrice(id).closest('tr') as HTMLElement;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('has a total below its column, and below the cards', async () => {
  const total = { column: 'price', label: 'Total', value: '$20.00' };
  await show({ total });
  const last = screen.getAllByRole('row').at(-1) as HTMLElement;
  expect(
    within(last)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Total', '$20.00', '', '']);
  cleanup();
  await show({ total }, 300);
  expect(screen.getByText('Total').parentElement?.textContent).toBe('Total$20.00');
});

it('leaves room for the checkboxes in the row of the total', async () => {
  stubWidth(1000);
  function TotalTable() {
    const selection = useRowSelection([1, 2, 3, 4]);
    return (
      <RequestTable {...shared} rows={units} {...{ selection }} total={{ column: 'price', label: 'T', value: '9' }} />
    );
  }
  render(<TotalTable />, { wrapper: await createWrapper() });
  const last = screen.getAllByRole('row').at(-1) as HTMLElement;
  expect(
    within(last)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['', 'T', '9', '', '']);
});

it('selects all rows by one checkbox, which shows if some are selected', async () => {
  stubWidth(1000);
  render(<SelectableTable />, { wrapper: await createWrapper() });
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
  const countSelected = () => screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked).length;
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Pager 2' }));
  expect([all.checked, all.dataset.indeterminate]).toEqual([false, 'true']);
  fireEvent.click(all);
  expect([all.checked, all.dataset.indeterminate, countSelected()]).toEqual([true, 'false', 5]);
  fireEvent.click(all);
  expect(countSelected()).toBe(0);
});

it('selects rows on cards as well', async () => {
  stubWidth(300);
  render(<SelectableTable />, { wrapper: await createWrapper() });
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Pager 2' });
  fireEvent.click(box);
  expect([box.checked, screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Pager 1' }).checked]).toEqual([
    true,
    false,
  ]);
});

it('selects a range with Shift and the space bar, and moves up between checkboxes', async () => {
  stubWidth(1000);
  render(<SelectableTable />, { wrapper: await createWrapper() });
  const getBox = (id: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select Pager ${id}` });
  fireEvent.click(getBox(1));
  getBox(3).focus();
  fireEvent.keyDown(getBox(3), { key: ' ', shiftKey: true });
  fireEvent.click(getBox(3), { shiftKey: true });
  expect([1, 2, 3, 4].map((id) => getBox(id).checked)).toEqual([true, true, true, false]);
  fireEvent.keyDown(getBox(3), { key: 'ArrowUp' });
  expect(document.activeElement).toBe(getBox(2));
  fireEvent.keyDown(getBox(2), { key: 'ArrowRight' });
  expect(document.activeElement).toBe(getBox(2));
});

it('omits empty fields and labels of actions on a card, and knows that it is one', async () => {
  await show({}, 300);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toBe('Pager 1PriceAccept');
  expect(second?.textContent).toContain('State');
  expect(screen.getByRole('textbox', { name: 'Price: Pager 1 (card)' })).toBeTruthy();
});

it('has a header for screen readers where it is hidden, a custom one, or a translated one', async () => {
  const [model, price, state, accept] = columns as [Column<Unit>, Column<Unit>, Column<Unit>, Column<Unit>];
  const custom = { ...price, header: <b>Custom</b> } as Column<Unit>;
  const { label: _, ...unnamed } = state as Column<Unit> & { label: string };
  await show({ columns: [model, custom, unnamed, accept], labelKey: () => 'lists.yes' });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Model',
    'Custom',
    'Yes',
    'Accept',
  ]);
});

it('numbers rows of the same name by their number, on cards by their place', async () => {
  const same = units.map((unit) => ({ ...unit, model: 'Pager' }));
  await show({ rows: same, rowNumber: ({ id }) => id * 10 });
  expect(screen.getAllByRole('textbox').map((box) => box.getAttribute('aria-label'))).toEqual([
    'Price: Pager, no. 10',
    'Price: Pager, no. 20',
    'Price: Pager, no. 30',
    'Price: Pager, no. 40',
  ]);
});

it('adds the attributes of a row, and marks the one whose details are shown', async () => {
  await show({ rowProps: ({ id }) => ({ title: `row ${id}` }), currentId: 2 });
  expect(screen.getByTitle('row 2').getAttribute('aria-current')).toBe('true');
  expect(screen.getByTitle('row 1').getAttribute('aria-current')).toBeNull();
});

it('has the place of each card among many', async () => {
  await show({ rows: Array.from({ length: 50 }, (_, index) => ({ id: index + 1, model: `Pager ${index + 1}` })) }, 300);
  const [first, second] = screen.getAllByRole('listitem');
  expect([first?.ariaPosInSet ?? first?.getAttribute('aria-posinset'), second?.getAttribute('aria-posinset')]).toEqual([
    '1',
    '2',
  ]);
  expect(first?.getAttribute('aria-setsize')).toBe('50');
});

it('has the headings of groups on cards', async () => {
  const groups = [
    { key: 'a', heading: 'Pagers', rows: units.slice(0, 1) },
    { key: 'b', heading: 'Meters', rows: [] },
  ];
  await show({ groups }, 300);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual(['Pagers', 'Pager 1PriceAccept', 'Meters']);
});

describe('the keyboard', () => {
  it('skips rows in which the cell is disabled, and stops at the ends', async () => {
    await show();
    getPrice(1).focus();
    fireEvent.keyDown(getPrice(1), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(getPrice(3));
    fireEvent.keyDown(getPrice(3), { key: 'ArrowUp' });
    expect(document.activeElement).toBe(getPrice(1));
    fireEvent.keyDown(getPrice(1), { key: 'ArrowUp' });
    expect(document.activeElement).toBe(getPrice(1));
    getPrice(4).focus();
    fireEvent.keyDown(getPrice(4), { key: 'Enter' });
    expect(document.activeElement).toBe(getPrice(4));
  });

  it('selects the text of the cell that it moves to', async () => {
    await show();
    const target = getPrice(4) as HTMLInputElement;
    fireEvent.change(target, { target: { value: '12.50' } });
    getPrice(3).focus();
    expect(fireEvent.keyDown(getPrice(3), { key: 'ArrowDown' })).toBe(false);
    expect([target.selectionStart, target.selectionEnd]).toEqual([0, 5]);
  });

  it('focuses a cell on request, and scrolls to a row without moving the focus', async () => {
    const handle = createRef<TableHandle>();
    await show({ handle });
    act(() => handle.current?.focusCell(3, 'price'));
    expect(document.activeElement).toBe(getPrice(3));
    act(() => handle.current?.focusCell(99, 'price'));
    const revealed = vi.spyOn(getRow(1), 'scrollIntoView');
    act(() => handle.current?.reveal(1));
    expect(revealed).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(getPrice(3));
  });
});

describe('the current row', () => {
  it('is the one with the focus, or whose select is changed', async () => {
    const onCurrent = vi.fn();
    await show({ onCurrent });
    act(() => getPrice(3).focus());
    expect(onCurrent.mock.lastCall).toEqual([3, 'focus']);
    fireEvent.change(screen.getByRole('combobox', { name: 'State 4' }), { target: { value: 'b' } });
    expect(onCurrent.mock.lastCall).toEqual([4, 'focus']);
    onCurrent.mockClear();
    fireEvent.change(getPrice(1), { target: { value: '7' } });
    expect(onCurrent).not.toHaveBeenCalled();
  });

  it('is not the one whose checkbox has the focus', async () => {
    const onCurrent = vi.fn();
    stubWidth(1000);
    function Selectable() {
      return <RequestTable {...shared} rows={units} selection={useRowSelection([1, 2, 3, 4])} onCurrent={onCurrent} />;
    }
    render(<Selectable />, { wrapper: await createWrapper() });
    act(() => screen.getByRole('checkbox', { name: 'Select Pager 2' }).focus());
    expect(onCurrent).not.toHaveBeenCalled();
  });

  it('is the one that is clicked outside of its controls, or by its name', async () => {
    const onCurrent = vi.fn();
    await show({ onCurrent });
    fireEvent.click(getRow(2), { detail: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Pager 3' }), { detail: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Pager 4' }), { detail: 0 });
    fireEvent.click(within(getRow(1)).getByRole('link', { name: 'Accept' }), { detail: 1 });
    fireEvent.click(getPrice(1), { detail: 1 });
    expect(onCurrent.mock.calls).toEqual([
      [2, 'press'],
      [3, 'press'],
      [4, 'key'],
    ]);
  });
});
