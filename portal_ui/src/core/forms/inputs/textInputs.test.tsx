// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withRouter } from '../../process/testing';
import { buildField } from '../resource/testing';
import { AutocompleteInput } from './choiceInputs';
import { LongTextInput } from './LongTextInput';
import { NewPasswordInput } from './NewPasswordInput';
import { PasswordInput } from './PasswordInput';
import { ReadField } from './ReadField';
import { TextsInput } from './TextsInput';

type Values = Record<string, unknown>;
let form: UseFormReturn<Values>;
const onSubmit = vi.fn();

function Form({ values, children }: { values: Values; children: ReactNode }) {
  form = useForm<Values>({ defaultValues: values });
  return (
    <FormProvider {...form}>
      <form onSubmit={form.handleSubmit((sent) => onSubmit(sent))}>{children}</form>
    </FormProvider>
  );
}

const open = (input: ReactNode, values: Values = {}) => render(withRouter(<Form values={values}>{input}</Form>));
const find = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string | RegExp, value: string) =>
  act(async () => fireEvent.change(find(label), { target: { value } }));
const submit = () => act(async () => form.handleSubmit((sent) => onSubmit(sent))());

afterEach(() => {
  cleanup();
  onSubmit.mockReset();
});

describe('a new password', { timeout: 30_000 }, () => {
  const optional = buildField('password', 'text', { label: 'Password', format: 'password', required: false });
  const requiredField = { key: 'password', label: 'Password', help: null, required: true, maxLength: 128 };
  const openPassword = (field: ComponentProps<typeof NewPasswordInput>['field'] = requiredField) =>
    open(<NewPasswordInput field={field} />, { password: '', confirmPassword: '' });

  it('is sent once it is strong and confirmed', async () => {
    openPassword();
    await type(/^Password/, 'weak');
    await type(/^Confirm password/, 'weak');
    await submit();
    expect(onSubmit).not.toHaveBeenCalled();
    await type(/^Password/, 'Blue-7-crane');
    await type(/^Confirm password/, 'Blue-7-crane ');
    await submit();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(find(/^Confirm password/).getAttribute('aria-invalid')).toBe('true');
    await type(/^Confirm password/, 'Blue-7-crane');
    await submit();
    expect(onSubmit).toHaveBeenCalledWith({ password: 'Blue-7-crane', confirmPassword: 'Blue-7-crane' });
  });

  it('differs from its confirmation as soon as it is changed after that', async () => {
    openPassword();
    await type(/^Password/, 'Blue-7-crane');
    await type(/^Confirm password/, 'Blue-7-crane');
    await type(/^Password/, 'Blue-7-cranes');
    await waitFor(() => expect(find(/^Confirm password/).getAttribute('aria-invalid')).toBe('true'));
    await type(/^Password/, 'Blue-7-crane');
    await waitFor(() => expect(find(/^Confirm password/).getAttribute('aria-invalid')).toBe('false'));
  });

  it('is required with its confirmation, and has at most 128 characters', async () => {
    openPassword();
    await submit();
    expect([find(/^Password/), find(/^Confirm password/)].map((input) => input.getAttribute('aria-invalid'))).toEqual([
      'true',
      'true',
    ]);
    const long = `Blue-7-${'c'.repeat(122)}`;
    await type(/^Password/, long);
    await type(/^Confirm password/, long);
    await submit();
    expect(onSubmit).not.toHaveBeenCalled();
    await type(/^Password/, long.slice(0, -1));
    await type(/^Confirm password/, long.slice(0, -1));
    await submit();
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('shows which of its criteria are met', async () => {
    openPassword();
    const items = () => within(screen.getByRole('list')).getAllByRole('listitem');
    const before = items().map(({ textContent }) => textContent);
    await type(/^Password/, 'Blue7');
    // The digit and the capital letter are marked as met.
    const changed = items().map(({ textContent }, index) => textContent !== before[index]);
    expect(changed).toEqual([false, true, false, true]);
  });

  it('that is optional has its criteria and confirmation only while one is typed, which then is cleared', async () => {
    openPassword(optional);
    expect(screen.queryByRole('list')).toBeNull();
    expect(screen.queryByLabelText(/^Confirm password/)).toBeNull();
    await submit();
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await type(/^Password/, 'Blue-7-crane');
    expect(screen.getByRole('list')).toBeTruthy();
    await type(/^Confirm password/, 'Blue-7-cra');
    await type(/^Password/, '');
    await waitFor(() => expect(screen.queryByLabelText(/^Confirm password/)).toBeNull());
    expect(form.getValues('confirmPassword')).toBe('');
  });
});

it('says what the button of a password does', () => {
  open(<PasswordInput source="x" label="Secret" />, { x: 'a' });
  const [show] = screen.getAllByRole('button');
  const name = show?.getAttribute('aria-label');
  fireEvent.click(show as HTMLElement);
  expect(find('Secret').type).toBe('text');
  expect(screen.getByRole('button').getAttribute('aria-label')).not.toBe(name);
  fireEvent.click(screen.getByRole('button'));
  expect(find('Secret').type).toBe('password');
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe(name);
});

describe('a list of texts', { timeout: 30_000 }, () => {
  const labels = {
    label: (number: number) => `Tag ${number}`,
    removeLabel: (number: number) => `Remove ${number}`,
    addLabel: 'Add',
  };
  const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add' });
  const tags = ['a', 'b', 'c'].map((value) => ({ value }));

  it('keeps the other entries when one is removed', async () => {
    open(<TextsInput source="tags" {...labels} />, { tags });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove 2' })));
    expect(form.getValues('tags')).toEqual([{ value: 'a' }, { value: 'c' }]);
    expect([find(/^Tag 1/).value, find(/^Tag 2/).value]).toEqual(['a', 'c']);
  });

  it('has new entries at its end, up to its limit', async () => {
    open(<TextsInput source="tags" {...labels} max={4} />, { tags });
    expect(add().disabled).toBe(false);
    await act(async () => fireEvent.click(add()));
    expect(form.getValues('tags')).toEqual([...tags, { value: '' }]);
    expect(add().disabled).toBe(true);
    cleanup();
    open(<TextsInput source="tags" {...labels} />, { tags });
    expect(add().disabled).toBe(false);
  });
});

it('has no counter without a limit, and keeps the text of a longer one', () => {
  open(<LongTextInput source="x" label="Note" />, { x: 'abc' });
  expect(screen.queryByText(/characters/)).toBeNull();
  cleanup();
  open(<LongTextInput source="x" label="Note" maxLength={2} />, { x: 'abc' });
  expect(screen.getByText('3 of 2 characters')).toBeTruthy();
  expect(find(/^Note/).maxLength).toBe(-1);
});

it.each([
  [null, 'Not specified'],
  ['', 'Not specified'],
  [undefined, 'Not specified'],
  [0, '0'],
  ['x', 'x'],
])('shows the value %s as %s', (value, text) => {
  render(withRouter(<ReadField label="Count">{value}</ReadField>));
  expect(screen.getByText('Count').nextSibling?.textContent).toBe(text);
});

describe('an autocomplete', { timeout: 30_000 }, () => {
  const people = [
    { id: 7, title: 'Ana Kos' },
    { id: 8, title: 'Eva Solis' },
  ];
  const field = () => screen.getByRole<HTMLInputElement>('combobox');
  const leave = async (text: string) => {
    fireEvent.focus(field());
    fireEvent.change(field(), { target: { value: text } });
    await act(async () => fireEvent.blur(field()));
  };

  it('takes typed text of choices with another key and label, parses their key and reports the choice', async () => {
    const [onChange, onBlur] = [vi.fn(), vi.fn()];
    open(
      <AutocompleteInput
        source="person"
        label="Person"
        choices={people}
        optionValue="id"
        optionText="title"
        parse={(id: number | null) => (id === null ? '' : `#${id}`)}
        {...{ onChange, onBlur }}
      />,
      { person: '' },
    );
    await leave('eva');
    expect(form.getValues('person')).toBe('#8');
    expect(onChange).toHaveBeenLastCalledWith(8, people[1]);
    expect(onBlur).toHaveBeenCalled();
  });

  it('takes no typed text while its choices are loading', async () => {
    open(<AutocompleteInput source="x" label="Person" choices={[{ key: '1', name: 'Ana' }]} loading />, { x: '' });
    await leave('ana');
    expect(form.getValues('x')).toBe('');
    expect(field().getAttribute('aria-invalid')).toBe('false');
  });

  it('says no longer that its text is no choice once the form is reset', async () => {
    open(<AutocompleteInput source="x" label="Person" choices={[{ key: '1', name: 'Ana' }]} />, { x: '' });
    await leave('Narnia');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    await act(async () => form.reset({ x: '1' }));
    expect(field().getAttribute('aria-invalid')).toBe('false');
  });
});
