// @vitest-environment jsdom
import { cleanup, render, renderHook, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it } from 'vitest';
import { buildRecord, TestPage, withRouter } from '../process/testing';
import { dayField } from './dayField';
import { type FieldDefinition, FieldInputs, FieldValueList, isDay, useFormatField } from './FieldDefinition';

afterEach(cleanup);

const show = (field: FieldDefinition, values: object) => {
  render(
    withRouter(
      <TestPage record={buildRecord({})}>
        <FieldValueList fields={[field]} values={values} />
      </TestPage>,
    ),
  );
  return screen.getByRole('definition');
};

it('wraps an email address before "@" or "." only', () => {
  const value = show({ source: 'email', label: 'Email', type: 'email' }, { email: 'a-b.c@customs-ge.example.org' });
  expect(value.textContent).toBe('a-b.c@customs-ge.example.org');
  const pieces = [...value.querySelectorAll('span')].map(({ textContent }) => textContent);
  expect(pieces).toEqual(['a-b', '.c', '@customs-ge', '.example', '.org']);
  expect(value.querySelectorAll('wbr')).toHaveLength(pieces.length);
});

it('keeps one email address per line', () => {
  const emails = [{ value: 'a@b.c' }, { value: 'd@e.f' }];
  const value = show({ source: 'emails', label: 'Emails', kind: 'texts', type: 'email' }, { emails });
  expect(value.textContent).toBe('a@b.c\nd@e.f');
});

it('has days in the format of the header', () => {
  expect(show({ source: 'day', label: 'Day', ...dayField }, { day: '2025-01-05' }).textContent).toBe('Jan 5, 2025');
});

it('has the name of a choice, and the lines of a text', () => {
  const country = { source: 'address.country', label: 'Country', choices: 'countries' };
  expect(show(country, { address: { country: 'ES' } }).textContent).toBe('Spain');
  cleanup();
  expect(show(country, { address: { country: 'XX' } }).textContent).toBe('XX');
});

it.each([
  [true, 'not set yet'],
  [false, 'Not specified'],
])('says that a value is missing; set later: %s', (showNotSet, text) => {
  const fields: FieldDefinition[] = [
    { source: 'name', label: 'Name' },
    { source: 'email', label: 'Email', type: 'email' },
    { source: 'day', label: 'Day', ...dayField },
    { source: 'other.name', label: 'Other' },
  ];
  render(
    withRouter(
      <TestPage record={buildRecord({})}>
        <FieldValueList fields={fields} values={{ name: '', email: '', day: null }} showNotSet={showNotSet} />
      </TestPage>,
    ),
  );
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(Array(4).fill(text));
});

it('formats values in one line for comparisons', () => {
  const { result } = renderHook(() => useFormatField(), { wrapper: ({ children }) => withRouter(children) });
  const format = result.current;
  const [text, day] = [
    { source: 'x', label: 'x' },
    { source: 'd', label: 'd', ...dayField },
  ];
  expect(format(day, '2026-12-20')).toBe('12/20/2026');
  expect([format(day, ''), format(day, null), format(day, 'half-typed')]).toEqual(['', '', '']);
  expect([format(text, null), format(text, 0), format(text, 'a')]).toEqual(['', '0', 'a']);
  expect(format(text, [{ value: 'a' }, { value: 'b' }])).toBe('a, b');
  expect([isDay('2026-12-20'), isDay('12/20/2026'), isDay(null)]).toEqual([true, false, false]);
});

describe('the inputs of declared fields', () => {
  function Form({ fields }: { fields: readonly FieldDefinition[] }) {
    const form = useForm({ defaultValues: { phone: '1', note: 'x', street: '' } });
    return (
      <FormProvider {...form}>
        <FieldInputs fields={fields} />
      </FormProvider>
    );
  }
  const open = (...fields: FieldDefinition[]) => render(withRouter(<Form fields={fields} />));

  it('are required or marked as optional, with help, placeholder and the kind of keyboard', () => {
    open(
      {
        source: 'phone',
        label: 'shipping.field.phone',
        isRequired: true,
        type: 'tel',
        autoComplete: 'tel',
        help: 'shipping.phoneHelp',
      },
      { source: 'street', label: 'shipping.field.street', placeholder: 'shipping.trackingLater' },
    );
    const phone = screen.getByLabelText<HTMLInputElement>(/^Phone/);
    expect([phone.required, phone.type, phone.autocomplete, phone.value]).toEqual([true, 'tel', 'tel', '1']);
    expect(document.getElementById(phone.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'Digits and spaces',
    );
    const street = screen.getByLabelText<HTMLInputElement>('Street optional');
    expect([street.required, street.placeholder]).toEqual([false, 'You can add this any time before pick-up']);
  });

  it('count the characters of a long text with a limit', () => {
    open({ source: 'note', label: 'Note', kind: 'longText', maxLength: 9 });
    expect(screen.getByLabelText(/^Note/).tagName).toBe('TEXTAREA');
    expect(screen.getByText('1 of 9 characters')).toBeTruthy();
    cleanup();
    open({ source: 'note', label: 'Note', kind: 'longText' });
    expect(screen.queryByText(/characters/)).toBeNull();
  });

  it('are custom ones where declared, which know their field and its siblings', () => {
    const other = { source: 'street', label: 'Street' };
    open(
      {
        source: 'phone',
        label: 'Phone',
        isRequired: true,
        Input: ({ source, isRequired, field, fields }) => (
          <p>{[source, isRequired, field.label, fields.length].join()}</p>
        ),
      },
      other,
    );
    expect(screen.getByText('phone,true,Phone,2')).toBeTruthy();
  });
});
