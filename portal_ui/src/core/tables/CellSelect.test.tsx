// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useEffect } from 'react';
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { CellField, CellSelect } from './CellField';
import { CellText } from './CellText';
import { createWrapper } from './testing';

afterEach(cleanup);

type Values = Record<string, unknown>;
const choices = [
  { key: 'a', name: 'First' },
  { key: 'b', name: 'Second', disabled: true },
];

/** Render cells in a form; return getters of its values and of the changed fields. */
async function show(element: React.ReactNode, values: Values, errors: Record<string, string> = {}) {
  let getValues = (): Values => ({});
  let dirty: object = {};
  function Form() {
    const form = useForm<Values>({ defaultValues: values });
    getValues = form.getValues;
    dirty = form.formState.dirtyFields;
    const { setError } = form;
    useEffect(() => {
      for (const [name, message] of Object.entries(errors)) setError(name, { message });
    }, [setError]);
    return <FormProvider {...form}>{element}</FormProvider>;
  }
  render(<Form />, { wrapper: await createWrapper() });
  return { getValues: () => getValues(), getDirty: () => dirty } satisfies {
    getValues: () => Values;
    getDirty: () => FieldErrors;
  };
}

it('has its choices after an empty one, and writes the selected key', async () => {
  const { getValues, getDirty } = await show(
    <CellSelect name="state" cell="state" label="State" emptyLabel="Choose" choices={choices} required />,
    { state: null },
  );
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' });
  const options = within(select).getAllByRole<HTMLOptionElement>('option');
  expect(options.map(({ value, text, disabled }) => [value, text, disabled])).toEqual([
    ['', 'Choose', false],
    ['a', 'First', false],
    ['b', 'Second', true],
  ]);
  expect([select.value, select.getAttribute('aria-required'), select.dataset.cell]).toEqual(['', 'true', 'state']);
  fireEvent.change(select, { target: { value: 'a' } });
  expect([getValues().state, select.value, getDirty()]).toEqual(['a', 'a', { state: true }]);
});

it('shows the same value in a row and in its details', async () => {
  const cell = (label: string) => (
    <CellSelect name="state" cell="state" label={label} emptyLabel="Choose" choices={choices} />
  );
  await show([<p key="row">{cell('Row')}</p>, <p key="details">{cell('Details')}</p>], { state: 'a' });
  const [row, details] = screen.getAllByRole<HTMLSelectElement>('combobox');
  expect([row?.value, details?.value, row?.getAttribute('aria-required')]).toEqual(['a', 'a', null]);
  fireEvent.change(row as HTMLElement, { target: { value: '' } });
  expect(details?.value).toBe('');
});

it('is a field of one line, or of several', async () => {
  const { getValues } = await show(
    <>
      <CellField name="price" cell="price" label="Price" required maxLength={9} inputMode="decimal" />
      <CellField name="note" cell="note" label="Note" lines={2} placeholder="Why" />
    </>,
    { price: '5', note: '' },
  );
  const price = screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' });
  const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  expect([price.tagName, price.value, price.maxLength, price.inputMode, price.getAttribute('aria-required')]).toEqual([
    'INPUT',
    '5',
    9,
    'decimal',
    'true',
  ]);
  expect([note.tagName, note.rows, note.placeholder, note.getAttribute('aria-required')]).toEqual([
    'TEXTAREA',
    2,
    'Why',
    null,
  ]);
  fireEvent.change(note, { target: { value: 'two\nlines' } });
  expect(getValues().note).toBe('two\nlines');
});

it('is described by its error below, or by the message elsewhere', async () => {
  await show(
    <>
      <CellField name="price" cell="price" label="Price" />
      <CellField name="note" cell="note" label="Note" errorId="there" />
      <CellField name="fine" cell="fine" label="Fine" />
    </>,
    { price: '', note: '', fine: '' },
    { price: 'Enter the price', note: 'Enter a note' },
  );
  const describe = (label: string) => {
    const field = screen.getByRole('textbox', { name: label });
    return [field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby')];
  };
  const [isInvalid, description] = describe('Price');
  expect([isInvalid, document.getElementById(description ?? '')?.textContent]).toEqual(['true', 'Enter the price']);
  expect(describe('Note')).toEqual(['true', 'there']);
  expect(screen.queryByText('Enter a note')).toBeNull();
  expect(describe('Fine')).toEqual(['false', null]);
});

it.each([null, undefined, ''])('has a dash for the text %j', async (text) => {
  render(<p role="note">{<CellText>{text}</CellText>}</p>, { wrapper: await createWrapper() });
  expect(screen.getByRole('note').textContent).toBe('–');
});
