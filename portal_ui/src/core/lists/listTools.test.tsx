// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nContext, ListContextProvider, type ListControllerResult } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Column, ResourceMeta } from '../../api/types';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { stubMediaQueries } from '../ui/testing';
import { ColumnsButton } from './ColumnsButton';
import { ListBody } from './ListBody';
import { ListExport } from './ListExport';
import { ListImport } from './ListImport';
import ListViewTabs from './ListViewTabs';
import { ListScreenProvider, type NextStep } from './listScreen';
import { NextButton } from './NextButton';
import { SortButton } from './SortButton';
import { workshops } from './testing';
import { getDefaultColumns } from './useColumns';

const exportButton = vi.hoisted(() => vi.fn((_: Record<string, unknown>) => null));
vi.mock('../ui/ExportButton', () => ({ ExportButton: exportButton }));

const i18nProvider = await getI18nProvider('en');
const buildColumn = (key: string, type: Column['type'], hidden = false): Column => ({
  key,
  label: key.toUpperCase(),
  type,
  sort: key === 'note' ? null : `by-${key}`,
  hidden,
});
const columns = [
  buildColumn('name', 'text'),
  buildColumn('price', 'money'),
  buildColumn('note', 'text'),
  buildColumn('extra', 'text', true),
];
const setSort = vi.fn();
let chosen: string[];

type Options = {
  resource?: Partial<ResourceMeta>;
  keys?: string[];
  list?: Partial<ListControllerResult>;
  next?: NextStep;
};

function show(element: ReactNode, { resource: more = {}, keys, list = {}, next }: Options = {}) {
  const resource = { ...workshops, columns, ...more };
  const shown = keys ?? getDefaultColumns(columns);
  const context = {
    resource,
    extras: {},
    columns: shown.flatMap((key) => columns.filter((column) => column.key === key)),
    chooseColumns: (change: (keys: string[]) => string[]) => {
      chosen = change(shown);
    },
    next,
  };
  const listContext = { sort: { field: 'by-name', order: 'ASC' }, filterValues: {}, total: 2, setSort, ...list };
  const page = (
    <ListContextProvider value={listContext as ListControllerResult}>
      <ListScreenProvider value={context}>{element}</ListScreenProvider>
    </ListContextProvider>
  );
  render(
    <MemoryRouter initialEntries={['/en/list']}>
      <I18nContext.Provider value={i18nProvider}>
        <ThemeProvider theme={theme}>
          <Routes>
            <Route path="/:lang/list" element={page} />
          </Routes>
        </ThemeProvider>
      </I18nContext.Provider>
    </MemoryRouter>,
  );
}

beforeEach(() => {
  chosen = [];
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

describe('the export of a list', () => {
  const getProps = () => exportButton.mock.lastCall?.[0];
  const filterValues = { keyword: 'a', supportSpecialServices: true };

  it('has its rows, order and columns as shown', () => {
    show(<ListExport />, { keys: ['note', 'name'], list: { filterValues } });
    expect(getProps()).toMatchObject({
      path: workshops.export,
      title: 'Workshops',
      disabled: false,
      query: { sort: 'by-name,ASC', columns: ['note', 'name'], keyword: 'a', supportSpecialServices: 'true' },
    });
    expect(getProps()).not.toHaveProperty('body');
  });

  it.each([0, undefined])('is disabled with %s rows', (total) => {
    show(<ListExport />, { list: { total } as Partial<ListControllerResult> });
    expect(getProps()?.disabled).toBe(true);
  });

  it('has all columns of a list that can be imported again, unless others are selected', () => {
    show(<ListExport />, { resource: { import: true } });
    expect(getProps()?.query).toMatchObject({ columns: [] });
    cleanup();
    show(<ListExport />, { resource: { import: true }, keys: ['name', 'price'] });
    expect(getProps()?.query).toMatchObject({ columns: ['name', 'price'] });
  });

  it('sends the filter of a report as its rows do', () => {
    show(<ListExport />, { resource: { filterRequired: true }, list: { filterValues } });
    expect(getProps()).toMatchObject({ body: filterValues });
    expect(getProps()?.query).toEqual({ sort: 'by-name,ASC', columns: ['name', 'price', 'note'] });
  });

  it('does not exist for a list without one', () => {
    show(<ListExport />, { resource: { export: null } });
    expect(exportButton).not.toHaveBeenCalled();
  });
});

it('links to the import of a list that has one', () => {
  show(<ListImport />, { resource: { import: true } });
  expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/en/imports/new/workshops');
  cleanup();
  show(<ListImport />);
  expect(screen.queryByRole('link')).toBeNull();
});

describe('the button that adds to a list', () => {
  const next = { path: 'new-repair', text: 'New repair', isRequest: true };

  it.each([
    [false, next, 'New repair'],
    [true, next, 'New'],
    [true, { ...next, isRequest: false }, 'Add'],
  ])('is short on a phone, with its whole name for screen readers (phone: %s)', (phone, step, text) => {
    stubMediaQueries(() => phone);
    show(<NextButton />, { next: step });
    const button = screen.getByRole('link', { name: 'New repair' });
    expect([button.textContent, button.getAttribute('href')]).toEqual([text, '/en/new-repair']);
  });

  it('does not exist for roles that may not add', () => {
    show(<NextButton />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the sort menu', () => {
  const openMenu = () => fireEvent.click(screen.getByRole('button'));

  it('has the shown columns that can be sorted, and marks the sorted one', () => {
    show(<SortButton />);
    expect(screen.getByRole('button', { name: 'Sorted by NAME' }).textContent).toBe('NAME');
    openMenu();
    const items = screen.getAllByRole('menuitemradio');
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
      ['NAME', 'true'],
      ['PRICE', 'false'],
    ]);
  });

  it.each([
    ['NAME', 'ASC', { field: 'by-name', order: 'DESC' }],
    ['NAME', 'DESC', { field: 'by-name', order: 'ASC' }],
    // Numbers begin with the largest, texts with the first.
    ['PRICE', 'ASC', { field: 'by-price', order: 'DESC' }],
    ['EXTRA', 'DESC', { field: 'by-extra', order: 'ASC' }],
  ] as const)('sorts by %s, after %s', (name, order, expected) => {
    show(<SortButton />, { keys: ['name', 'price', 'extra'], list: { sort: { field: 'by-name', order } } });
    openMenu();
    fireEvent.click(screen.getByRole('menuitemradio', { name }));
    expect(setSort.mock.calls).toEqual([[expected]]);
  });

  it('names no column while the list is sorted by a hidden one', () => {
    show(<SortButton />, { keys: ['name'], list: { sort: { field: 'by-price', order: 'ASC' } } });
    expect(screen.getByRole('button').textContent).toBe('Sort');
  });
});

describe('the selection of columns', () => {
  const openColumns = (keys?: string[]) => {
    show(<ColumnsButton />, keys ? { keys } : {});
    const button = screen.getByRole('button', { name: 'Columns' });
    fireEvent.click(button);
    return within(screen.getByRole('dialog', { name: 'Columns' }));
  };
  const isDisabled = (element: HTMLElement) => (element as HTMLButtonElement).disabled;

  it('has the shown columns in their order, then the others', () => {
    const dialog = openColumns(['price', 'name']);
    const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map((box) => [box.closest('label')?.textContent, box.checked])).toEqual([
      ['PRICE', true],
      ['NAME', true],
      ['NOTE', false],
      ['EXTRA', false],
    ]);
  });

  it('shows another column as the last one, hides one, but never the name', () => {
    let dialog = openColumns();
    fireEvent.click(dialog.getByRole('checkbox', { name: 'EXTRA' }));
    expect(chosen).toEqual(['name', 'price', 'note', 'extra']);
    cleanup();
    dialog = openColumns();
    fireEvent.click(dialog.getByRole('checkbox', { name: 'PRICE' }));
    expect(chosen).toEqual(['name', 'note']);
    expect(isDisabled(dialog.getByRole('checkbox', { name: 'NAME' }))).toBe(true);
    expect(isDisabled(dialog.getByRole('checkbox', { name: 'PRICE' }))).toBe(false);
  });

  it('moves a column by one place, and not past the ends', () => {
    const dialog = openColumns();
    const button = (name: string) => dialog.getByRole('button', { name });
    const disabled = columns.flatMap(({ label }) =>
      ['up', 'down'].filter((way) => isDisabled(button(`Move ${label} ${way}`))).map((way) => `${label} ${way}`),
    );
    expect(disabled).toEqual(['NAME up', 'NOTE down', 'EXTRA up', 'EXTRA down']);
    fireEvent.click(button('Move NOTE up'));
    expect(chosen).toEqual(['name', 'note', 'price']);
    fireEvent.click(button('Move NAME down'));
    expect(chosen).toEqual(['price', 'name', 'note']);
  });

  it('can be reset once it differs from the default', () => {
    expect(isDisabled(openColumns().getByRole('button', { name: 'Reset columns' }))).toBe(true);
    cleanup();
    fireEvent.click(openColumns(['price', 'name', 'note']).getByRole('button', { name: 'Reset columns' }));
    expect(chosen).toEqual(['name', 'price', 'note']);
  });
});

it('keeps the rows if they cannot be loaded again, with the error and a retry', () => {
  const refetch = vi.fn();
  const error = new TypeError('Failed to fetch');
  show(<ListBody empty={<p>the rows</p>} />, { list: { data: [], total: 0, error, refetch } as never });
  expect(screen.getByText('the rows')).toBeTruthy();
  fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

it('has an error with a retry instead of rows that could not be loaded', () => {
  const refetch = vi.fn();
  show(<ListBody empty={<p>no rows</p>} />, { list: { error: new TypeError('Failed to fetch'), refetch } as never });
  expect(screen.queryByText('no rows')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

describe('the tabs of a report', () => {
  const views = [{ key: 'charts', label: 'lists.views', Body: () => null }];
  const getTab = (name: string | RegExp) => screen.getByRole('tab', { name });

  it('select a view, or the rows with their number and columns', () => {
    const onChange = vi.fn();
    show(<ListViewTabs {...{ views, view: views[0], onChange }} />, { list: { total: 1234 } as never });
    expect(getTab('View as').getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
    fireEvent.click(getTab('Requests 1,234'));
    expect(onChange).toHaveBeenCalledWith('rows');
    cleanup();
    show(<ListViewTabs {...{ views, view: undefined, onChange }} />);
    expect(getTab('Requests 2').getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('button', { name: 'Columns' })).toBeTruthy();
    fireEvent.click(getTab('View as'));
    expect(onChange).toHaveBeenLastCalledWith('charts');
  });

  it('name no number until it is known', () => {
    show(<ListViewTabs {...{ views, view: undefined, onChange: vi.fn() }} />, { list: { total: undefined } as never });
    expect(getTab('Requests')).toBeTruthy();
  });
});
