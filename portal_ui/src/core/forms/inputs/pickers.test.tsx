// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nContext, required, type Validator } from 'ra-core';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { theme } from '../../../theme/theme';
import { getI18nProvider } from '../../i18n/i18nProvider';
import type { Language } from '../../i18n/language';
import { DateInput } from './DateInput';
import { INCOMPLETE } from './incompleteValue';
import { TimeInput } from './TimeInput';

type Values = { at: string };

const i18nProviders = { en: await getI18nProvider('en'), es: await getI18nProvider('es') };
const incomplete = {
  en: 'Complete the field, or clear it',
  es: 'Complete el campo o déjelo vacío',
};

/** Render a form with one input; return form helpers and the submitted values. */
function renderInput(
  Input: typeof DateInput | typeof TimeInput,
  at: string,
  language: Language = 'en',
  validate?: Validator,
) {
  const sent: Values[] = [];
  let form: UseFormReturn<Values> | undefined;
  function Form() {
    form = useForm<Values>({ defaultValues: { at } });
    return (
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit((values) => void sent.push(values))}>
          <Input source="at" label="When" {...(validate ? { validate } : {})} />
          <button type="submit">Send</button>
        </form>
      </FormProvider>
    );
  }
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={i18nProviders[language]}>
        <MemoryRouter initialEntries={[`/${language}`]}>
          <Routes>
            <Route path="/:lang" element={<Form />} />
          </Routes>
        </MemoryRouter>
      </I18nContext.Provider>
    </ThemeProvider>,
  );
  const getValue = () => form?.getValues('at');
  const fill = (value: string) => act(async () => form?.reset({ at: value }));
  const send = () => act(async () => fireEvent.click(screen.getByText('Send')));
  return { getValue, fill, send, sent };
}

const section = (index: number) => screen.getAllByRole('spinbutton')[index] as HTMLElement;

async function press(index: number, key: string) {
  await act(async () => section(index).focus());
  await act(async () => fireEvent.keyDown(section(index), { key }));
}

async function typeDigits(index: number, digits: string) {
  await act(async () => section(index).focus());
  for (const digit of digits) {
    const at = section(index);
    at.textContent = digit;
    await act(async () => fireEvent.input(at));
  }
}

afterEach(cleanup);

function Disabled() {
  const form = useForm<Values>({ defaultValues: { at: '2026-12-20' } });
  return (
    <FormProvider {...form}>
      <DateInput source="at" label="When" helperText="Local time" disabled />
    </FormProvider>
  );
}

describe('DateInput', { timeout: 30_000 }, () => {
  it('shows an error in both languages when a section is deleted, and does not submit an empty value', async () => {
    for (const language of ['en', 'es'] as const) {
      const { getValue, send, sent } = renderInput(DateInput, '2026-12-20', language);
      await press(0, 'Delete');
      expect(getValue()).toBe(INCOMPLETE);
      await send();
      expect(sent).toEqual([]);
      expect(screen.getByRole('alert').textContent).toBe(incomplete[language]);
      const group = screen.getByRole('group', { name: 'When' });
      expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
        incomplete[language],
      );
      cleanup();
    }
  });

  it('reports a partially typed date as incomplete, not as missing', async () => {
    const { getValue, send, sent } = renderInput(DateInput, '', 'en', required());
    await typeDigits(0, '12');
    expect(getValue()).toBe(INCOMPLETE);
    await send();
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe(incomplete.en);
  });

  it('is missing only if nothing is typed', async () => {
    const { send } = renderInput(DateInput, '', 'en', required());
    await send();
    expect(screen.getByRole('alert').textContent).toBe('Required');
  });

  it('stores a complete date, and an empty string when all sections are deleted', async () => {
    const { getValue, send, sent } = renderInput(DateInput, '');
    await typeDigits(0, '12');
    await typeDigits(1, '20');
    await typeDigits(2, '2026');
    await waitFor(() => expect(getValue()).toBe('2026-12-20'));
    for (const index of [0, 1, 2]) await press(index, 'Delete');
    expect(getValue()).toBe('');
    await send();
    expect(sent).toEqual([{ at: '' }]);
  });

  it('is incomplete until its year has four digits, and with a day that does not exist', async () => {
    const { getValue } = renderInput(DateInput, '');
    await typeDigits(0, '02');
    await typeDigits(1, '31');
    await typeDigits(2, '202');
    expect(getValue()).toBe(INCOMPLETE);
    cleanup();
    const leap = renderInput(DateInput, '2028-02-29');
    await typeDigits(2, '2027');
    expect(leap.getValue()).toBe(INCOMPLETE);
  });

  it('shows the error of an incomplete date once it is left, and a missing one only on submission', async () => {
    renderInput(DateInput, '2026-12-20', 'en', required());
    await press(0, 'Delete');
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => section(0).blur());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(incomplete.en));
  });

  it('cannot be changed while it is disabled, and describes itself by its help', async () => {
    render(
      <MemoryRouter initialEntries={['/en']}>
        <Routes>
          <Route path="/:lang" element={<Disabled />} />
        </Routes>
      </MemoryRouter>,
    );
    expect(section(0).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Local time')).toBeTruthy();
  });

  it('shows a new value after a form reset', async () => {
    const { getValue, fill } = renderInput(DateInput, '2026-12-20');
    await press(0, 'Delete');
    await fill('2027-01-31');
    expect([0, 1, 2].map((index) => section(index).textContent)).toEqual(['01', '31', '2027']);
    expect(getValue()).toBe('2027-01-31');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('partially typed date', { timeout: 30_000 }, () => {
  it.each(['', '2026-12-20'])('is replaced by the saved value on reset: "%s"', async (saved) => {
    const { getValue, fill } = renderInput(DateInput, saved);
    await press(0, 'Delete');
    await typeDigits(0, '11');
    if (saved) await press(0, 'Delete');
    expect(getValue()).toBe(INCOMPLETE);
    await fill(saved);
    expect(getValue()).toBe(saved);
    expect([0, 1, 2].map((index) => section(index).textContent)).toEqual(
      saved ? ['12', '20', '2026'] : ['MM', 'DD', 'YYYY'],
    );
  });
});

describe('TimeInput', { timeout: 30_000 }, () => {
  it('is invalid if partially typed, and stored if complete', async () => {
    const { getValue, send, sent } = renderInput(TimeInput, '');
    await typeDigits(0, '14');
    expect(getValue()).toBe(INCOMPLETE);
    await send();
    expect(sent).toEqual([]);
    await typeDigits(1, '05');
    expect(getValue()).toBe('14:05');
    await send();
    expect(sent).toEqual([{ at: '14:05' }]);
  });
});

it('has Spanish accessible names', async () => {
  renderInput(DateInput, '', 'es');
  expect(await screen.findByRole('spinbutton', { name: 'Día' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Elegir fecha' })).toBeTruthy();
});

it.each([
  ['en', /Choose date/, 'Select date', 'December 20, 2026'],
  ['es', /Elegir fecha/, 'Elegir fecha', '20 de diciembre de 2026'],
] as const)('has a date dialog on touch screens (%s) with the date in words', async (language, open, title, date) => {
  renderInput(DateInput, '2026-12-20', language);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: open })));
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.getByRole('heading', { name: date })).toBeTruthy();
});
