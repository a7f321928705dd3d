// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Run } from '../../api/imports';
import { ColumnsStep } from './ColumnsStep';
import { buildRun, renderAt, serve } from './testing';

const onDone = vi.fn();

async function open(
  run: Partial<Run> = {},
  respond: (run: Run) => unknown = (sent) => ({ ...sent, state: 'CHECKING' }),
) {
  onDone.mockReset();
  const shown = buildRun({ state: 'COLUMNS', counts: null, version: 4, ...run });
  const requests = serve({ 'PUT /api/v1/imports/7/columns': () => respond(shown) });
  await renderAt(<ColumnsStep run={shown} onDone={onDone} />);
  return requests;
}
const check = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Check rows' });
const matches = [
  { index: 0, field: 'number' },
  { index: 1, field: null },
  { index: 2, field: 'model' },
];

it('saves the columns and fixed values of the version that is shown', async () => {
  const requests = await open({ fixed: { category: 'RPM' } });
  fireEvent.click(check());
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(requests.map(({ query, body }) => [query.get('version'), body])).toEqual([
    ['4', { sheet: 0, headerRow: 2, columns: matches, fixed: { category: 'RPM' } }],
  ]);
});

it('saves the columns by Ctrl+Enter', async () => {
  const requests = await open();
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Field for “Colour”' }), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(requests).toHaveLength(1));
});

it('stays open, with the reason, if the server rejects the columns', async () => {
  const fields = { 'columns.1': ['This column is empty.'] };
  const error = JSON.stringify({ code: 'VALIDATION', message: 'Please correct', fields });
  await open({}, () => new Response(error, { status: 400 }));
  fireEvent.click(check());
  expect(await screen.findByText('This column is empty.')).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
  expect(check().disabled).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('This column is empty.')).toBeNull();
});

it('names fields of the list, and says which of them are optional', async () => {
  await open();
  const field = screen.getByRole('combobox', { name: 'Field for “Colour”' });
  expect(
    within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Skip', 'Number', 'Category', 'Model (optional)']);
});

it('shows the samples of a column, and names a column without a header by its letter', async () => {
  const column = { samples: [], field: null, sure: false, remembered: false };
  await open({
    columns: [
      { ...column, index: 0, heading: 'Part no.', samples: ['A-1', 'A-2'] },
      { ...column, index: 27, heading: '' },
    ],
  });
  expect(screen.getByText('A-1 · A-2')).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Field for “Column AB”' })).toBeTruthy();
});

it('says that a column was matched as before', async () => {
  const column = { index: 0, heading: 'Part no.', samples: [], field: 'number', sure: true, remembered: true };
  await open({ columns: [column] });
  expect(screen.getByText('Matched as before')).toBeTruthy();
});

it('reads another sheet with its first row as header, and keeps the fixed values', async () => {
  const sheets = [
    { index: 0, name: 'Parts', rows: 1 },
    { index: 1, name: 'Old', rows: 1_200 },
  ];
  const requests = await open({ sheets, fixed: { category: 'RPM' } }, (run) => ({ ...run, sheet: 1 }));
  const sheet = screen.getByRole('combobox', { name: 'Sheet' });
  expect(sheet.textContent).toBe('Parts (1 row)');
  fireEvent.mouseDown(sheet);
  fireEvent.click(await screen.findByRole('option', { name: 'Old (1,200 rows)' }));
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([
      { sheet: 1, headerRow: 1, columns: [], fixed: { category: 'RPM' } },
    ]),
  );
  // Only the review follows the columns.
  expect(onDone).not.toHaveBeenCalled();
});

it('offers no sheet of a file that has only one', async () => {
  await open();
  expect(screen.queryByRole('combobox', { name: 'Sheet' })).toBeNull();
  expect(screen.queryByText(/^Every row is treated as data/)).toBeNull();
});

it('reads the file again in another encoding', async () => {
  const encodings = [
    { key: 'cp1250', name: 'Central European' },
    { key: 'cp1254', name: 'Turkish' },
  ];
  const requests = await open({ encoding: 'cp1250', encodings, samples: ['x'] });
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Encoding' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Turkish' }));
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([
      { sheet: 0, headerRow: 2, columns: [], fixed: {}, encoding: 'cp1254' },
    ]),
  );
});

it('says that every row is data if none has the headers', async () => {
  await open({ headerRow: 0 });
  expect(screen.getByText(/^Every row is treated as data/)).toBeTruthy();
});

it('offers a fixed value of a field only while no column has it', async () => {
  const requests = await open();
  const colour = screen.getByRole('combobox', { name: 'Field for “Colour”' });
  const fixed = () => screen.queryByRole('combobox', { name: /^Category/ });
  expect(fixed()).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /^Model/ })).toBeNull();
  fireEvent.change(colour, { target: { value: 'category' } });
  await waitFor(() => expect(fixed()).toBeNull());
  expect(screen.getByText('All required fields are matched.')).toBeTruthy();
  fireEvent.change(colour, { target: { value: '' } });
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: /^Category/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Portal monitor' }));
  fireEvent.click(check());
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ columns: matches, fixed: { category: 'RPM' } }));
});
