// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext, ListContextProvider, type ListControllerResult } from 'ra-core';
import { FormProvider, useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/queryClient';
import type { Filter, PartFilter } from '../../api/types';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { BarFilter, KeywordInput } from './filterInputs';
import { PanelFilter } from './PanelFilter';

const i18nProvider = await getI18nProvider('en');
const buildChoices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `K${index + 1}`, name: `Choice ${index + 1}` }));
const buildChoice = (count: number, more: object = {}): Filter =>
  ({
    key: 'client',
    label: 'Client',
    type: 'choice',
    multiple: false,
    choices: buildChoices(count),
    ...more,
  }) as Filter;

type Values = Record<string, unknown>;

/** Render an input with form values; return a getter of the values. */
function show(element: React.ReactNode, values: Values = {}) {
  let read = (): Values => ({});
  function Form() {
    const form = useForm<Values>({ values });
    read = form.getValues;
    return <FormProvider {...form}>{element}</FormProvider>;
  }
  render(
    <MemoryRouter>
      <CoreAdminContext queryClient={createQueryClient()}>
        <I18nContext.Provider value={i18nProvider}>
          <ThemeProvider theme={theme}>
            <ListContextProvider value={{ filterValues: values } as unknown as ListControllerResult}>
              <Form />
            </ListContextProvider>
          </ThemeProvider>
        </I18nContext.Provider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return (key: string) => read()[key];
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the search of a list', () => {
  it('is cleared by Escape, which closes nothing else until it is empty', () => {
    const onKeyDown = vi.fn();
    const read = show(
      // biome-ignore lint/a11y/noStaticElementInteractions: takes the place of a dialog
      <div onKeyDown={onKeyDown}>
        <KeywordInput />
      </div>,
      { keyword: 'abc' },
    );
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search this list' });
    expect(input.maxLength).toBe(200);
    fireEvent.keyDown(input, { key: 'a' });
    expect([read('keyword'), onKeyDown.mock.calls.length]).toEqual(['abc', 1]);
    fireEvent.keyDown(input, { key: 'Escape' });
    expect([read('keyword'), input.value, onKeyDown.mock.calls.length]).toEqual(['', '', 1]);
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(onKeyDown).toHaveBeenCalledTimes(2);
  });
});

describe('a filter in the toolbar', () => {
  it('is on or has no value, if it is a switch', () => {
    const read = show(<BarFilter filter={{ key: 'myTurn', label: 'Mine', type: 'switch' }} />);
    const toggle = () => screen.getByRole('button', { name: 'Mine' });
    expect(toggle().getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(toggle());
    expect([read('myTurn'), toggle().getAttribute('aria-pressed')]).toEqual([true, 'true']);
    fireEvent.click(toggle());
    // An empty value is no filter.
    expect([read('myTurn') ?? '', toggle().getAttribute('aria-pressed')]).toEqual(['', 'false']);
  });

  it.each([
    ['Client', buildChoice(3), ''],
    ['Client: Choice 2', buildChoice(3), 'K2'],
    ['Client', buildChoice(3), 'GONE'],
    ['Client: Choice 3', buildChoice(3, { type: 'choices', multiple: true }), ['K3']],
    ['Client: 2', buildChoice(3, { type: 'choices', multiple: true }), ['K1', 'K3']],
    ['Client', buildChoice(3, { type: 'choices', multiple: true }), []],
  ])('names what is selected: "%s"', (text, filter, client) => {
    show(<BarFilter filter={filter} />, { client });
    expect(screen.getByRole('combobox').textContent).toBe(text);
  });

  it('can be set to any', async () => {
    const read = show(<BarFilter filter={buildChoice(15)} />, { client: 'K2' });
    fireEvent.mouseDown(screen.getByRole('combobox'));
    fireEvent.click(await screen.findByText('Any'));
    expect(read('client') ?? '').toBe('');
  });

  it('can be typed from 16 choices on, and has the value of the address', async () => {
    show(<BarFilter filter={buildChoice(16)} />, { client: 'K2' });
    const input = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Client' });
    expect([input.tagName, input.value]).toEqual(['INPUT', 'Choice 2']);
    expect(input.placeholder).toBe('Client');
  });

  it('does not exist without choices', () => {
    show(<BarFilter filter={buildChoice(0)} />);
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('a filter of the form', () => {
  it('has a text of at most 200 characters', () => {
    show(<PanelFilter filter={{ key: 'serial', label: 'Serial', type: 'text' }} />);
    expect(screen.getByLabelText<HTMLInputElement>('Serial').maxLength).toBe(200);
  });

  it('names the selected choice without its label', () => {
    show(<PanelFilter filter={buildChoice(3)} />, { client: 'K2' });
    expect(screen.getByRole('combobox').textContent).toBe('Choice 2');
  });

  it('does not exist if only links set it', () => {
    show(<PanelFilter filter={buildChoice(3, { type: 'given' })} />);
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('the part filter', () => {
  const filter: PartFilter = { key: 'partId', label: 'Part', type: 'part', other: 'categoryId' };
  const parts = [{ id: 7, partName: 'Gate', manufacturer: 'Acme', number: 'G-1', imageUrl: null }];
  const getInput = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Part/ });

  it('keeps a part of the category, and clears one of another', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(parts)));
    const read = show(<PanelFilter filter={filter} />, { categoryId: 'RPM', partId: '7' });
    await waitFor(() => expect(getInput().value).toBe('Acme Gate'));
    expect(read('partId')).toBe('7');
    cleanup();
    const readOther = show(<PanelFilter filter={filter} />, { categoryId: 'RPM', partId: '8' });
    await waitFor(() => expect(readOther('partId')).toBe(''));
    expect([getInput().disabled, getInput().placeholder]).toEqual([false, 'Any']);
  });

  it('keeps the part if the parts cannot be loaded, and says why', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    const read = show(<PanelFilter filter={filter} />, { categoryId: 'RPM', partId: '7' });
    expect(await screen.findByText(/connection/i)).toBeTruthy();
    expect(read('partId')).toBe('7');
  });
});
