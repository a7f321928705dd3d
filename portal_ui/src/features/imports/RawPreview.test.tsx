// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Run } from '../../api/imports';
import { getColumnLetter, RawPreview } from './RawPreview';
import { buildRun, renderAt } from './testing';

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('names column %i as a spreadsheet does: %s', (index, letter) => {
  expect(getColumnLetter(index)).toBe(letter);
});

const onHeaderRow = vi.fn();
async function open(run: Partial<Run>, disabled = false) {
  onHeaderRow.mockReset();
  await renderAt(<RawPreview run={buildRun(run)} {...{ disabled, onHeaderRow }} />);
}
const rows = (count: number) => Array.from({ length: count }, (_, index) => [`cell ${index + 1}`]);
const radios = () => screen.getAllByRole<HTMLInputElement>('radio');

it('has a column for each cell of the longest row', async () => {
  await open({ preview: [['a'], ['b', 'c', 'd'], []] });
  const [head, first, second] = screen.getAllByRole('row');
  expect(
    within(head as HTMLElement)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Row', 'A', 'B', 'C']);
  const read = (row?: HTMLElement) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(read(first)).toEqual(['1', 'a', '', '']);
  expect(read(second)).toEqual(['2', 'b', 'c', 'd']);
});

it('has a column for an empty file', async () => {
  await open({ preview: [], headerRow: 0 });
  expect(screen.getAllByRole('columnheader')).toHaveLength(2);
  expect(radios().map(({ checked }) => checked)).toEqual([true]);
});

it('shows two rows below the header row, wherever it is', async () => {
  await open({ preview: rows(20), headerRow: 8 });
  expect(radios()).toHaveLength(11);
  expect(radios()[7]?.checked).toBe(true);
  expect(screen.getByText('cell 10')).toBeTruthy();
  expect(screen.queryByText('cell 11')).toBeNull();
});

it('offers no more rows than there are', async () => {
  await open({ preview: rows(5), headerRow: 1 });
  expect(radios()).toHaveLength(6);
  expect(screen.queryByRole('button', { name: 'Show more rows' })).toBeNull();
});

it('chooses another header row by a click on a row, or none', async () => {
  await open({ preview: rows(3), headerRow: 2 });
  fireEvent.click(screen.getByText('cell 2'));
  expect(onHeaderRow).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('cell 3'));
  fireEvent.click(screen.getByText('cell 1'));
  fireEvent.click(screen.getByText('No header row').closest('tr') as HTMLElement);
  expect(onHeaderRow.mock.calls).toEqual([[3], [1], [0]]);
});

it('cannot be changed while a change is saved', async () => {
  await open({ preview: rows(3), headerRow: 2 }, true);
  fireEvent.click(screen.getByText('cell 3'));
  expect(onHeaderRow).not.toHaveBeenCalled();
  expect(radios().every(({ disabled }) => disabled)).toBe(true);
});
