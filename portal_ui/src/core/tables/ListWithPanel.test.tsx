// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { stubMediaQueries } from '../ui/testing';
import { type ListHandle, ListWithPanel } from './ListWithPanel';
import { createWrapper, stubWidth } from './testing';
import { useDetailPanel } from './useDetailPanel';

interface Unit {
  id: number;
  name: string;
}

const units: Unit[] = [1, 2, 3].map((id) => ({ id, name: `Pager ${id}` }));
const getId = ({ id }: Unit) => id;
const getName = ({ name }: Unit) => name;

const handle = createRef<ListHandle>();
const onRowKeyDown = vi.fn();

function List({ rows = units }: { rows?: Unit[] }) {
  return (
    <ListWithPanel
      label="Units"
      columns={[
        {
          key: 'unit',
          label: 'Unit',
          card: 'title',
          cell: ({ name }) => (
            <button type="button" data-cell="unit">
              {name}
            </button>
          ),
        },
      ]}
      rowId={getId}
      rowName={getName}
      estimatedHeights={{ row: 48, card: 100 }}
      panel={useDetailPanel(rows, getId)}
      before={<button type="button">Export</button>}
      onRowKeyDown={(event, row) => onRowKeyDown(event.key, row.name)}
      handle={handle}
      content={{
        width: 340,
        heading: getName,
        details: ({ name }) => (
          <>
            <button type="button">Files of {name}</button>
            <input data-cell="serial" aria-label={`Serial number of ${name}`} />
          </>
        ),
        renderFooter: ({ name }) => <button type="button">Confirm {name}</button>,
        positionLabel: 'Position',
      }}
    />
  );
}

afterEach(() => {
  cleanup();
  onRowKeyDown.mockClear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('moves the focus from a unit to its details by Enter, and back by Escape', async () => {
  stubWidth(1200);
  render(<List />, { wrapper: await createWrapper() });
  const name = screen.getByText('Pager 2', { selector: '[data-cell]' });
  name.focus();
  // The `detail` of a click by keyboard is 0.
  fireEvent.click(name, { detail: 0 });
  const details = screen.getByRole('group', { name: 'Pager 2' });
  expect(document.activeElement).toBe(details);
  fireEvent.keyDown(screen.getByText('Files of Pager 2'), { key: 'Escape' });
  expect(document.activeElement).toBe(name);
});

it('focuses the unit whose row is clicked, so that its keyboard shortcuts work', async () => {
  stubWidth(1200);
  render(<List />, { wrapper: await createWrapper() });
  const name = screen.getByText('Pager 3', { selector: '[data-cell]' });
  const row = name.closest('[data-index]');
  if (!row) throw new Error('no row');
  fireEvent.click(row, { detail: 1 });
  expect(screen.getByText('Files of Pager 3')).toBeTruthy();
  expect(document.activeElement).toBe(name);
});

it('keeps the focus in the list when a unit is clicked with the mouse', async () => {
  stubWidth(1200);
  render(<List />, { wrapper: await createWrapper() });
  const name = screen.getByText('Pager 3', { selector: '[data-cell]' });
  name.focus();
  fireEvent.click(name, { detail: 1 });
  expect(screen.getByText('Files of Pager 3')).toBeTruthy();
  expect(document.activeElement).toBe(name);
});

it.each([700, 1200])(
  'reports a key with the row in which it was pressed, not the one in the panel (%i px)',
  async (width) => {
    stubWidth(width);
    render(<List />, { wrapper: await createWrapper() });
    fireEvent.keyDown(screen.getByText('Pager 3', { selector: '[data-cell]' }), { key: 'a' });
    expect(onRowKeyDown.mock.calls).toEqual([['a', 'Pager 3']]);
    onRowKeyDown.mockClear();
    fireEvent.keyDown(screen.getByRole('button', { name: 'Export' }), { key: 'a' });
    expect(onRowKeyDown).not.toHaveBeenCalled();
  },
);

it('reports a key pressed in the details dialog with the row of the dialog', async () => {
  stubWidth(700);
  render(<List />, { wrapper: await createWrapper() });
  fireEvent.click(screen.getByText('Pager 2', { selector: '[data-cell]' }), { detail: 1 });
  fireEvent.keyDown(screen.getByText('Files of Pager 2'), { key: 'r' });
  expect(onRowKeyDown.mock.calls).toEqual([['r', 'Pager 2']]);
});

it('focuses a field of the details dialog once, when the dialog opens', async () => {
  stubWidth(700);
  const { rerender } = render(<List />, { wrapper: await createWrapper() });
  act(() => handle.current?.focusCell(2, 'serial'));
  const serial = screen.getByRole('textbox', { name: 'Serial number of Pager 2' });
  expect(document.activeElement).toBe(serial);
  const files = screen.getByText('Files of Pager 2');
  files.focus();
  rerender(<List />);
  expect(document.activeElement).toBe(files);
});

it('prints the details of every row', async () => {
  stubWidth(1200);
  stubMediaQueries((query) => query === 'print');
  render(<List />, { wrapper: await createWrapper() });
  for (const { name } of units) expect(screen.getAllByText(`Files of ${name}`).length).toBeGreaterThan(0);
});

const getSerial = (id: number) => screen.getByRole('textbox', { name: `Serial number of Pager ${id}` });

it('shows the first unit next to the list, its position, and the next and previous one by buttons', async () => {
  stubWidth(1200);
  render(<List />, { wrapper: await createWrapper() });
  const step = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  expect([screen.getByText('1 of 3').textContent, getSerial(1).tagName]).toEqual(['1 of 3', 'INPUT']);
  expect(screen.getByRole('button', { name: 'Confirm Pager 1' })).toBeTruthy();
  step('Next');
  expect(screen.getByText('2 of 3')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Confirm Pager 2' })).toBeTruthy();
  step('Previous');
  step('Previous');
  expect(screen.getByText('3 of 3')).toBeTruthy();
  const current = screen.getAllByRole('row').find((row) => row.getAttribute('aria-current') === 'true');
  expect(current?.textContent).toBe('Pager 3');
});

it('has no buttons to other units if there is only one', async () => {
  stubWidth(1200);
  render(<List rows={units.slice(0, 1)} />, { wrapper: await createWrapper() });
  expect(getSerial(1)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
});

it.each([
  [980, true],
  [979, false],
])('has its panel next to the list from 980 px on: %i px', async (width, isBeside) => {
  stubWidth(width);
  render(<List />, { wrapper: await createWrapper() });
  expect(screen.queryByRole('textbox', { name: 'Serial number of Pager 1' }) !== null).toBe(isBeside);
});

it('moves between the same fields of units by arrows and Enter, and not past the ends', async () => {
  stubWidth(1200);
  render(<List />, { wrapper: await createWrapper() });
  getSerial(1).focus();
  fireEvent.keyDown(getSerial(1), { key: 'ArrowUp' });
  expect(document.activeElement).toBe(getSerial(1));
  fireEvent.keyDown(getSerial(1), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(getSerial(2));
  fireEvent.keyDown(getSerial(2), { key: 'Enter' });
  expect(document.activeElement).toBe(getSerial(3));
  fireEvent.keyDown(getSerial(3), { key: 'ArrowUp' });
  expect(document.activeElement).toBe(getSerial(2));
});

it('goes to a unit, with the focus only if it was in the list', async () => {
  stubWidth(1200);
  render(<List />, { wrapper: await createWrapper() });
  act(() => handle.current?.goTo(2));
  expect(getSerial(2)).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
  screen.getByText('Pager 2', { selector: '[data-cell]' }).focus();
  act(() => handle.current?.goTo(3));
  expect(document.activeElement).toBe(screen.getByText('Pager 3', { selector: '[data-cell]' }));
});

it('opens the details by a click in a dialog on a narrow screen, not by the focus, and closes it', async () => {
  stubWidth(700);
  render(<List />, { wrapper: await createWrapper() });
  const name = screen.getByText('Pager 2', { selector: '[data-cell]' });
  act(() => name.focus());
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(name, { detail: 1 });
  const dialog = within(screen.getByRole('dialog', { name: 'Position' }));
  expect(dialog.getByText('Files of Pager 2')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Next' }));
  expect(dialog.getByText('Files of Pager 3')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Confirm Pager 3' })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
