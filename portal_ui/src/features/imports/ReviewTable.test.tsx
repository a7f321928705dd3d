// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { RunRow } from '../../api/imports';
import { ReviewTable } from './ReviewTable';
import { buildCorrected, buildRow, buildRun, renderAt, serve } from './testing';
import { useCorrections } from './useCorrections';

const rows = [
  buildRow(3),
  buildRow(4, { verdict: 'CHANGE', old: { category: 'HANDHELD' } }),
  buildRow(5, { cells: { number: 'A-5', category: 'handheld' } }),
  buildRow(6, { cells: { number: 'A-6', category: 'Gone' } }),
];
const run = buildRun();
const [number, , model] = run.fields;
const category = {
  ...run.fields[1],
  choices: [
    { key: 'RPM', name: 'Portal monitor' },
    { key: 'HANDHELD', name: 'Handheld device' },
  ],
};

function Page() {
  return (
    <ReviewTable
      run={{ ...run, fields: [number, category, model] as typeof run.fields }}
      rows={rows}
      corrections={useCorrections(run.id)}
    />
  );
}

it('has a header that scrolls with the rows, whatever styles were loaded before', async () => {
  await renderAt(<Page />);
  const [header] = await screen.findAllByRole('rowgroup');
  expect(getComputedStyle(header as HTMLElement).position).toBe('static');
});

it('names choices instead of their keys, in new and current values', async () => {
  await renderAt(<Page />);
  const cells = screen.getAllByRole('row').map((row) => row.textContent);
  expect(cells[1]).toContain('Portal monitor');
  expect(cells[2]).toMatch(/Handheld device.*Portal monitor/);
  expect(cells[3]).toContain('Handheld device');
  expect(cells[4]).toContain('Gone');
});

const getRow = (number: number) => screen.getByText(`A-${number}`).closest('tr') as HTMLElement;
const edit = (number: number) => fireEvent.click(screen.getByRole('button', { name: `Edit row ${number}` }));

it('opens only the row that is edited, with the focus in its first cell', async () => {
  await renderAt(<Page />);
  expect(screen.queryByRole('textbox')).toBeNull();
  edit(3);
  // The column with changes is the first one.
  const first = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Category, row 3' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(first.value).toBe('RPM');
  expect(screen.getAllByRole('textbox')).toHaveLength(2);
});

it('reads a choice by key or name, and keeps one that is not in the list', async () => {
  await renderAt(<Page />);
  edit(5);
  edit(6);
  const select = (row: number) => screen.findByRole<HTMLSelectElement>('combobox', { name: `Category, row ${row}` });
  expect((await select(5)).value).toBe('HANDHELD');
  const unknown = await select(6);
  expect(unknown.value).toBe('Gone');
  expect(within(unknown).getByRole('option', { name: 'Gone' })).toHaveProperty('disabled', true);
  expect(within(await select(5)).queryByRole('option', { name: 'Gone' })).toBeNull();
});

it('shows what a changed cell had before, also if it was empty', async () => {
  const changed = [
    buildRow(3, { verdict: 'CHANGE', cells: { number: 'A-3' }, old: { model: 'Mesh' } }),
    buildRow(4, { verdict: 'CHANGE', cells: { number: 'A-4', model: 'New' }, old: { model: '', category: 'RPM' } }),
  ];
  await renderAt(<Rows content={changed} />);
  expect(getRow(3).querySelector('del')?.textContent).toBe('was Mesh');
  expect(getRow(3).querySelector('ins')?.textContent).toBe('becomes –');
  const [model] = [...getRow(4).querySelectorAll('ins')].filter(({ textContent }) => textContent?.includes('New'));
  expect(model?.parentElement?.querySelector('del')?.textContent).toBe('was –');
  expect(within(getRow(3)).getByText('1 cell')).toBeTruthy();
  expect(within(getRow(4)).getByText('2 cells')).toBeTruthy();
});

it('explains how an ambiguous value was read, in text and in an open cell', async () => {
  await renderAt(<Rows content={[buildRow(3, { notes: { number: ['Read as text'] } })]} />);
  expect(screen.getByText('Read as text')).toBeTruthy();
  edit(3);
  await screen.findByRole('textbox', { name: 'Number, row 3' });
  expect(screen.getByText('Read as text')).toBeTruthy();
});

let setContent: (rows: RunRow[]) => void;
function Rows({ content }: { content: RunRow[] }) {
  const [shown, setShown] = useState(content);
  setContent = setShown;
  const corrections = useCorrections(run.id);
  return <ReviewTable {...{ run, corrections }} rows={shown} />;
}

it('keeps a corrected cell open, and shows columns in the same order', async () => {
  const row = buildRow(3, { verdict: 'WRONG', errors: { model: ['Required!'] } });
  await renderAt(<Rows content={[row]} />);
  const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const field = await screen.findByRole('textbox', { name: 'Model, row 3' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(headings()).toEqual(['Row', 'Result', 'Model', 'Number', 'Category']);
  act(() => setContent([{ ...row, verdict: 'CREATE', errors: {} }]));
  expect(screen.getByRole('textbox', { name: 'Model, row 3' })).toBe(field);
  expect(field.getAttribute('aria-invalid')).toBe('false');
  expect(headings()).toEqual(['Row', 'Result', 'Model', 'Number', 'Category']);
});

it('opens a cell that has an error only now', async () => {
  await renderAt(<Rows content={[buildRow(3)]} />);
  expect(screen.queryByRole('textbox')).toBeNull();
  act(() => setContent([buildRow(3, { verdict: 'WRONG', errors: { number: ['Twice', 'Too short'] } })]));
  const field = await screen.findByRole('textbox', { name: 'Number, row 3' });
  expect(field.getAttribute('aria-required')).toBe('true');
  expect(screen.getByRole('button', { name: 'Number: Twice Too short' })).toBeTruthy();
});

it('shows a correction that is not saved yet when its page is opened again', async () => {
  serve({ 'PUT /api/v1/imports/7/rows/3': () => new Promise(() => {}) });
  const row = buildRow(3, { verdict: 'WRONG', errors: { model: ['Required!'] } });
  let correct = vi.fn() as (number: number, cells: Record<string, string>) => void;
  function Later() {
    const [isShown, setShown] = useState(false);
    const corrections = useCorrections(run.id);
    correct = (...args) => corrections.correct(...args);
    return (
      <>
        <button type="button" onClick={() => setShown(true)}>
          Open
        </button>
        {isShown && <ReviewTable {...{ run, corrections }} rows={[row]} />}
      </>
    );
  }
  await renderAt(<Later />);
  act(() => correct(3, { model: 'Mesh' }));
  fireEvent.click(screen.getByText('Open'));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Model, row 3' });
  expect(field.value).toBe('Mesh');
  expect(screen.getByText('Saving…')).toBeTruthy();
});

it('saves a chosen value at once, and typed text of several cells of a row separately', async () => {
  const requests = serve({ 'PUT /api/v1/imports/7/rows/3': () => buildCorrected(buildRow(3)) });
  await renderAt(<Rows content={[buildRow(3, { cells: { number: 'A-3', category: '' } })]} />);
  edit(3);
  const bodies = () => requests.map(({ body }) => body);
  fireEvent.change(await screen.findByRole('combobox', { name: 'Category, row 3' }), { target: { value: 'RPM' } });
  await waitFor(() => expect(bodies()).toEqual([{ cells: { category: 'RPM' } }]));
  const number = screen.getByRole('textbox', { name: 'Number, row 3' });
  fireEvent.change(number, { target: { value: '' } });
  fireEvent.blur(number);
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toEqual({ cells: { number: '' } });
});
