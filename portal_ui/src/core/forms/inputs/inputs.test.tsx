// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContext, required } from 'ra-core';
import type { ReactNode } from 'react';
import { BooleanInput, TextInput } from 'react-admin';
import { FormProvider, type Resolver, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { theme } from '../../../theme/theme';
import { getI18nProvider } from '../../i18n/i18nProvider';
import type { Language } from '../../i18n/language';
import { CheckboxGroupInput, RadioButtonGroupInput } from './choiceGroupInputs';
import { AutocompleteArrayInput, AutocompleteInput, SelectInput } from './choiceInputs';
import { LongTextInput } from './LongTextInput';
import { OptionalLabel } from './OptionalLabel';
import { PasswordInput } from './PasswordInput';
import { TextsInput } from './TextsInput';

const choices = [
  { key: 'a', name: 'Amber' },
  { key: 'b', name: 'Blue' },
];

const i18nProviders = { en: await getI18nProvider('en'), es: await getI18nProvider('es') };

type Values = Record<string, unknown>;
let values: () => Values;
let submit: () => Promise<void>;

function Form({ resolver, children }: { resolver?: Resolver<Values>; children: ReactNode }) {
  const form = useForm<Values>({ ...(resolver ? { resolver } : {}), defaultValues: { x: '', list: [] } });
  values = form.getValues;
  submit = () => act(async () => form.handleSubmit(() => {})());
  return <FormProvider {...form}>{children}</FormProvider>;
}

function page(input: ReactNode, language: Language, resolver?: Resolver<Values>) {
  return (
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={i18nProviders[language]}>
        <Form {...(resolver ? { resolver } : {})}>{input}</Form>
      </I18nContext.Provider>
    </ThemeProvider>
  );
}

const describedBy = (control: Element) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

afterEach(cleanup);

const requiredProps = { label: 'Colour', validate: required() };

const inputCases: [string, ReactNode, () => HTMLElement][] = [
  ['TextInput', <TextInput key="x" source="x" {...requiredProps} />, () => screen.getByLabelText(/^Colour/)],
  [
    'LongTextInput',
    <LongTextInput key="x" source="x" maxLength={9} {...requiredProps} />,
    () => screen.getByLabelText(/^Colour/),
  ],
  ['PasswordInput', <PasswordInput key="x" source="x" {...requiredProps} />, () => screen.getByLabelText(/^Colour/)],
  [
    'SelectInput',
    <SelectInput key="x" source="x" choices={choices} {...requiredProps} />,
    () => screen.getByRole('combobox'),
  ],
  [
    'AutocompleteInput',
    <AutocompleteInput key="x" source="x" choices={choices} {...requiredProps} />,
    () => screen.getByRole('combobox', { name: /^Colour/ }),
  ],
  [
    'AutocompleteArrayInput',
    <AutocompleteArrayInput key="x" source="list" choices={choices} {...requiredProps} />,
    () => screen.getByRole('combobox', { name: /^Colour/ }),
  ],
  [
    'CheckboxGroupInput',
    <CheckboxGroupInput key="x" source="list" choices={choices} {...requiredProps} />,
    () => screen.getByRole('group', { name: /^Colour/ }),
  ],
  [
    'RadioButtonGroupInput',
    <RadioButtonGroupInput key="x" source="x" choices={choices} {...requiredProps} />,
    () => screen.getByRole('group', { name: /^Colour/ }),
  ],
];

it('does not announce each error of a submitted form', async () => {
  const inputs = (
    <>
      <TextInput source="x" label="Colour" validate={required()} />
      <TextInput source="y" label="Shape" validate={required()} />
    </>
  );
  render(page(inputs, 'en'));
  await submit();
  expect(screen.getAllByText('Required')).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Colour/));
  expect(describedBy(screen.getByLabelText(/^Colour/))).toContain('Required');
});

describe.each(inputCases)('%s', { timeout: 30_000 }, (_, input, control) => {
  it('has its label without a mark above, and its error below, in the current language', async () => {
    const { rerender, container } = render(page(input, 'en'));
    const label = container.querySelector('label, legend, .MuiInputLabel-root');
    const star = label?.querySelector('[aria-hidden]');
    expect(star && getComputedStyle(star).display).toBe('none');
    star?.remove();
    expect(label?.textContent).toBe('Colour');
    expect(getComputedStyle(label as Element).position).not.toBe('absolute');
    expect(screen.queryByRole('alert')).toBeNull();

    await submit();
    expect(screen.getByRole('alert').textContent).toBe('Required');
    expect(describedBy(control())).toContain('Required');

    rerender(page(input, 'es'));
    expect(screen.getByRole('alert').textContent).toBe('Requerido');
    expect(describedBy(control())).toContain('Requerido');
  });
});

describe('inputs', { timeout: 30_000 }, () => {
  it('focus the first checkbox of a required group without a selection', async () => {
    const lacks = { list: { type: 'rule', message: 'Required' } };
    const resolver: Resolver<Values> = () => ({ values: {}, errors: lacks });
    render(page(<CheckboxGroupInput source="list" choices={choices} label="Colour" />, 'en', resolver));
    await submit();
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Amber' }));
  });

  it('are required for assistive technology if marked as required', () => {
    render(page(<TextInput source="x" {...requiredProps} />, 'en'));
    expect(screen.getByLabelText<HTMLInputElement>(/^Colour/).required).toBe(true);
  });

  it('reserve no line for a missing helper text', () => {
    const { container } = render(page(<TextInput source="x" label="Colour" />, 'en'));
    expect(container.querySelector('.MuiFormHelperText-root')).toBeNull();
    expect(screen.getByLabelText('Colour').hasAttribute('aria-describedby')).toBe(false);
  });

  it('describe a switch by its helper text', () => {
    render(page(<BooleanInput source="on" label="Sold" helperText="Offered to all" />, 'en'));
    expect(describedBy(screen.getByRole('switch', { name: 'Sold' }))).toBe('Offered to all');
  });

  it('show errors of a resolver: translation keys, with or without arguments', async () => {
    const message = { message: 'saving.rule.tooLong', args: { max: 4 } } as unknown as string;
    render(
      page(<TextInput source="x" label="Colour" />, 'es', () => ({
        values: {},
        errors: { x: { type: 'rule', message } },
      })),
    );
    await submit();
    expect(screen.getByRole('alert').textContent).toBe('4 caracteres como máximo');
  });

  it('count the characters of a long text, even with an error', async () => {
    render(page(<LongTextInput source="x" maxLength={9} {...requiredProps} />, 'en'));
    await submit();
    expect(describedBy(screen.getByLabelText(/^Colour/))).toBe('Required0 of 9 characters');
    fireEvent.change(screen.getByLabelText(/^Colour/), { target: { value: 'red' } });
    expect(screen.getByText('3 of 9 characters')).toBeTruthy();
  });

  it('count long texts with the separator of thousands', () => {
    render(page(<LongTextInput source="x" maxLength={4000} {...requiredProps} />, 'es'));
    expect(screen.getByText('0 de 4,000 caracteres')).toBeTruthy();
  });

  it('count a character outside the basic multilingual plane once, like the server', () => {
    render(page(<LongTextInput source="x" maxLength={9} {...requiredProps} />, 'en'));
    fireEvent.change(screen.getByLabelText(/^Colour/), { target: { value: '☢️ 𝛾 𝛽' } });
    expect(screen.getByText('6 of 9 characters')).toBeTruthy();
  });

  it('store an empty string when the text is deleted', () => {
    render(page(<TextInput source="x" label="Colour" />, 'en'));
    fireEvent.change(screen.getByLabelText('Colour'), { target: { value: 'red' } });
    fireEvent.change(screen.getByLabelText('Colour'), { target: { value: '' } });
    expect(values().x).toBe('');
  });

  it('store the key of the selected choice, and mark optional fields', async () => {
    render(page(<AutocompleteInput source="x" label={<OptionalLabel label="Colour" />} choices={choices} />, 'en'));
    const control = screen.getByRole('combobox', { name: 'Colour optional' });
    fireEvent.focus(control);
    fireEvent.change(control, { target: { value: 'Bl' } });
    fireEvent.click(screen.getByRole('option', { name: 'Blue' }));
    expect(values().x).toBe('b');
  });

  describe('autocomplete of countries', () => {
    const countries = ['Equatorial Guinea', 'Guinea', 'Jordan', 'Perú'].map((name, key) => ({
      key: String(key),
      name,
    }));
    const leave = async (text: string) => {
      const control = screen.getByRole('combobox');
      fireEvent.focus(control);
      fireEvent.change(control, { target: { value: text } });
      await act(async () => fireEvent.blur(control));
    };

    it.each([
      ['jordan ', '2'],
      ['PERU', '3'],
      ['Guinea', '1'],
      ['Equat', '0'],
    ])('takes the typed text "%s" on blur', async (text, key) => {
      render(page(<AutocompleteInput source="x" label="Country" choices={countries} validate={required()} />, 'en'));
      await leave(text);
      expect(values().x).toBe(key);
      expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe(countries[Number(key)]?.name);
      await submit();
      expect(screen.queryByRole('alert')).toBeNull();
    });

    it('says if the typed text is ambiguous or no choice, until another is typed', async () => {
      render(page(<AutocompleteInput source="x" label="Country" choices={countries} validate={required()} />, 'en'));
      for (const text of ['guin', 'Narnia']) {
        await leave(text);
        expect(values().x).toBe('');
        expect(describedBy(screen.getByRole('combobox'))).toContain(`“${text}” `);
        expect(screen.getByRole('combobox').getAttribute('aria-invalid')).toBe('true');
      }
      await leave('Jordan');
      expect(describedBy(screen.getByRole('combobox'))).not.toContain('Narnia');
      // the value stays if another text is no choice
      await leave('Narnia');
      expect(values().x).toBe('2');
      expect(describedBy(screen.getByRole('combobox'))).toContain('“Narnia” ');
    });
  });

  describe('autocomplete with typed text', () => {
    const countries = ['Jordan', 'Perú'].map((name, key) => ({ key: String(key), name }));
    const getControl = () => screen.getByRole<HTMLInputElement>('combobox');
    const typeText = (text: string) => {
      fireEvent.focus(getControl());
      fireEvent.change(getControl(), { target: { value: text } });
    };

    it('takes it on Enter', async () => {
      render(page(<AutocompleteInput source="x" label="Country" choices={countries} />, 'en'));
      typeText('peru');
      await act(async () => fireEvent.keyDown(getControl(), { key: 'Enter', ctrlKey: true }));
      expect(values().x).toBe('1');
    });

    it('shows no error after a later blur with the selected choice', async () => {
      render(page(<AutocompleteInput source="x" label="Country" choices={countries} />, 'en'));
      for (const text of ['Jordan', 'Narnia']) {
        typeText(text);
        await act(async () => fireEvent.blur(getControl()));
      }
      expect(getControl().getAttribute('aria-invalid')).toBe('true');
      fireEvent.focus(getControl());
      await act(async () => fireEvent.blur(getControl()));
      expect(getControl().getAttribute('aria-invalid')).toBe('false');
    });

    it('takes the only suggestion, and none while a search on the server is pending', async () => {
      const matchSuggestion = (text: string, { key }: { key: string }) => text.endsWith('@x.org') && key === '1';
      const search = { setFilter: () => {}, matchSuggestion, choices: countries, debounce: 500 };
      vi.useFakeTimers({ toFake: ['Date'] });
      render(page(<AutocompleteInput source="x" label="Client" {...search} />, 'en'));
      typeText('ana@x.org');
      await act(async () => fireEvent.blur(getControl()));
      expect(values().x).toBe('');
      expect(getControl().getAttribute('aria-invalid')).toBe('false');
      typeText('ana@x.org');
      vi.setSystemTime(Date.now() + 1_000);
      await act(async () => fireEvent.blur(getControl()));
      vi.useRealTimers();
      expect(values().x).toBe('1');
    });
  });

  it('show a password on request', () => {
    render(page(<PasswordInput source="x" label="Secret" />, 'en'));
    const secret = screen.getByLabelText<HTMLInputElement>('Secret');
    expect(secret.type).toBe('password');
    fireEvent.click(screen.getByRole('button'));
    expect(secret.type).toBe('text');
  });

  it('focus the Add button when an entry of a list is removed', async () => {
    const texts = {
      label: (n: number) => `Tag ${n}`,
      removeLabel: (n: number) => `Remove tag ${n}`,
      addLabel: 'Add a tag',
    };
    render(page(<TextsInput source="list" {...texts} />, 'en'));
    const add = screen.getByRole('button', { name: 'Add a tag' });
    fireEvent.click(add);
    const remove = await screen.findByRole('button', { name: 'Remove tag 1' });
    // An entry that can be removed is not required. The button is in its field.
    const entry = screen.getByLabelText('Tag 1 optional');
    expect(entry.parentElement?.contains(remove)).toBe(true);
    expect(screen.queryByText('*')).toBeNull();
    remove.focus();
    fireEvent.click(remove);
    expect(screen.queryByRole('button', { name: 'Remove tag 1' })).toBeNull();
    expect(document.activeElement).toBe(add);
  });
});
