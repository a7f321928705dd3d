// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ListWithPanel } from './ListWithPanel';
import { giveRoom, surroundings } from './testing';
import { useDetailPanel } from './useDetailPanel';

interface Unit {
  id: number;
  name: string;
}

const units: Unit[] = [1, 2, 3].map((id) => ({ id, name: `Pager ${id}` }));
const idOf = ({ id }: Unit) => id;
const nameOf = ({ name }: Unit) => name;

function List() {
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
      rowId={idOf}
      rowName={nameOf}
      estimatedHeights={{ row: 48, card: 100 }}
      panel={useDetailPanel(units, idOf)}
      content={{
        width: 340,
        heading: nameOf,
        details: ({ name }) => <button type="button">Files of {name}</button>,
        placeLabel: '',
      }}
    />
  );
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('leads by Enter from a unit to its details beside the list, and by Escape back to it', async () => {
  giveRoom(1200);
  render(<List />, { wrapper: await surroundings() });
  const name = screen.getByText('Pager 2', { selector: '[data-cell]' });
  name.focus();
  // What a key presses has no count of clicks.
  fireEvent.click(name, { detail: 0 });
  const details = screen.getByRole('group', { name: 'Pager 2' });
  expect(document.activeElement).toBe(details);
  fireEvent.keyDown(screen.getByText('Files of Pager 2'), { key: 'Escape' });
  expect(document.activeElement).toBe(name);
});

it('leaves the focus in the list where a unit is pressed with the mouse', async () => {
  giveRoom(1200);
  render(<List />, { wrapper: await surroundings() });
  const name = screen.getByText('Pager 3', { selector: '[data-cell]' });
  name.focus();
  fireEvent.click(name, { detail: 1 });
  expect(screen.getByText('Files of Pager 3')).toBeTruthy();
  expect(document.activeElement).toBe(name);
});
