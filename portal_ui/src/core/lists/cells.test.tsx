// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContext, ListContextProvider, type ListControllerResult, RecordContextProvider } from 'ra-core';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../api/meta';
import type { Column, Meta, ResourceMeta } from '../../api/types';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { Cell, isRightAligned, useHeading } from './cells';
import { ListScreenProvider } from './listScreen';
import { NameLink } from './RowLinks';
import type { ColumnOverrides, Row } from './rows';
import { workshops } from './testing';

const i18nProvider = await getI18nProvider('en');
const meta = {
  statuses: { REPAIR: [{ key: 'NEW', value: 'New', tone: 'waiting' }] },
  choices: {
    kinds: [{ key: 'REPAIR', name: 'Repair' }],
    country: [{ key: 'GE', name: 'Georgia' }],
    contactMethods: [{ key: 'PHONE', name: 'Phone' }],
    roles: [{ key: 'SERVICE', name: 'Service' }],
  },
} as unknown as Meta;
const number = { key: 'number', label: 'Number', type: 'text', sort: null, hidden: false } as const;

type Options = { extras?: ColumnOverrides; more?: Partial<ResourceMeta>; inTable?: boolean; isBrief?: boolean };

/** Render the cell of a column, and its heading. */
function show(column: Partial<Column>, values: object, { extras = {}, more = {}, ...cell }: Options = {}) {
  cleanup();
  const shown = { ...number, ...column };
  const row: Row = { id: 7, number: 'R-7', ...values };
  const resource = { ...workshops, record: { REPAIR: 'repairs/{id}' }, columns: [number, shown], ...more };
  const screenValue = { resource, extras, columns: resource.columns, chooseColumns: () => {} };
  const list = { data: [row] } as unknown as ListControllerResult;
  const cells = (
    <ListContextProvider value={list}>
      <ListScreenProvider value={screenValue}>
        <RecordContextProvider value={row}>
          <p role="note">
            <Cell column={shown} {...cell} />
          </p>
          <Heading column={shown} />
          <NameLink />
        </RecordContextProvider>
      </ListScreenProvider>
    </ListContextProvider>
  );
  render(
    <MemoryRouter initialEntries={['/en/list']}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={meta}>
          <ThemeProvider theme={theme}>
            <Routes>
              <Route path="/:lang/list" element={cells} />
            </Routes>
          </ThemeProvider>
        </MetaProvider>
      </I18nContext.Provider>
    </MemoryRouter>,
  );
  return screen.getByRole('note').textContent;
}

function Heading({ column }: { column: Column }) {
  return <h1>{useHeading(column)}</h1>;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the value of a cell', () => {
  it.each<[Column['type'], unknown, string]>([
    ['boolean', true, 'Yes'],
    ['boolean', false, 'No'],
    ['boolean', null, 'No'],
    ['text', 'ü', 'ü'],
    ['text', '', '–'],
    ['text', undefined, '–'],
    ['longText', 'two\nlines', 'two\nlines'],
    ['number', 0, '0'],
    ['number', 1234.5, '1,234.5'],
    ['money', 0, '$0.00'],
    ['money', '1250.5', '$1,250.50'],
    ['money', null, '–'],
    ['date', '2026-11-25', '11/25/2026'],
    ['datetime', '2026-11-25T12:00:00Z', '11/25/2026 07:00 AM'],
    ['choices', [], '–'],
    ['choices', ['a', { key: 'b', name: 'B' }], 'a, B'],
    ['choice', { key: 'b', name: 'B' }, 'B'],
    ['status', 'NEW', 'New'],
    ['status', 'GONE', 'GONE'],
    ['status', 'NONE', '–'],
    ['role', 'SERVICE', 'from service'],
  ])('of type %s is formatted: %j', (type, value, text) => {
    expect(show({ key: 'value', type }, { value })).toBe(text);
  });

  it('has the name of its choice in the form, otherwise of the portal', () => {
    expect(show({ key: 'country', type: 'choice' }, { country: 'GE' })).toBe('Georgia');
    const [field] = workshops.form?.fields ?? [];
    if (!field || !workshops.form) throw new Error('no form');
    const choices = [{ key: 'GE', name: 'Sakartvelo' }];
    const form = { ...workshops.form, fields: [{ ...field, key: 'country', choices }] };
    expect(show({ key: 'country', type: 'choice' }, { country: 'GE' }, { more: { form } })).toBe('Sakartvelo');
  });

  it.each([
    ['requestType', 'REPAIR', 'Repair'],
    ['role', 'SERVICE', 'Service'],
    ['preferredContactMethods', ['PHONE'], 'Phone'],
  ])('has the name of its choice where the key of the column differs: %s', (key, value, text) => {
    expect(show({ key, type: Array.isArray(value) ? 'choices' : 'choice' }, { [key]: value })).toBe(text);
  });

  it('is a skeleton while the rows load', () => {
    expect(show({ key: 'value' }, { value: 'secret', isPlaceholder: true })).toBe('');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('may be replaced, and is itself if there is nothing to replace it', () => {
    const extras = { value: { render: (row: Row) => (row.value === 'a' ? 'A' : null) } };
    expect(show({ key: 'value' }, { value: 'a' }, { extras })).toBe('A');
    expect(show({ key: 'value' }, { value: 'b' }, { extras })).toBe('b');
  });
});

describe('the text after a value', () => {
  const extras: ColumnOverrides = { value: { secondary: () => 'second', hint: () => 'hint' } };

  it('is part of the cell, unless it is brief', () => {
    expect(show({ key: 'value' }, { value: 'first' }, { extras })).toBe('first · second');
    expect(show({ key: 'value' }, { value: 'first' }, { extras, isBrief: true })).toBe('first');
  });

  it('is in the tooltip of a table with the hint, as the column may cut it', () => {
    show({ key: 'value' }, { value: 'first' }, { extras, inTable: true });
    expect(screen.getByTitle('first · second · hint').textContent).toBe('first · second');
    show({ key: 'value' }, { value: 'first' }, { extras: { value: { secondary: () => null } }, inTable: true });
    expect(screen.getByTitle('first')).toBeTruthy();
  });

  it('may be a mark, which is no part of the tooltip', () => {
    const mark: ColumnOverrides = { value: { secondary: () => <b>mark</b> } };
    expect(show({ key: 'value' }, { value: 'first' }, { extras: mark, inTable: true })).toBe('firstmark');
    expect(screen.getByTitle('first').textContent).toBe('first');
  });
});

describe('the delay of a request', () => {
  const status = { key: 'status', type: 'status' } as const;

  it('is next to its status in a table, if no column says who must act', () => {
    expect(show(status, { status: 'NEW', isLate: true })).toBe('NewDelayed');
    expect(show(status, { status: 'NEW', isOverdue: true })).toBe('NewOverdue');
    expect(show(status, { status: 'NEW' })).toBe('New');
  });

  it('is next to who must act, if it is overdue', () => {
    const role = { ...number, key: 'heldBy', type: 'role' } as const;
    const more = { columns: [number, role] };
    expect(show(status, { status: 'NEW', isOverdue: true }, { more })).toBe('New');
    expect(show(status, { status: 'NEW', isLate: true }, { more })).toBe('NewDelayed');
    expect(show(role, { heldBy: 'SERVICE', isOverdue: true }, { more })).toBe('from service  Overdue');
    expect(show(role, { heldBy: 'SERVICE', isLate: true }, { more })).toBe('from service');
  });
});

it.each([
  [{ actionRequiredFromCurrentUser: true, nextStep: 'Approve it' }, 'Approve it'],
  [{ actionRequiredFromCurrentUser: false, nextStep: 'Approve it' }, 'from service'],
  [{ actionRequiredFromCurrentUser: true }, 'from service'],
])('names the next step of the user only: %o', (flags, text) => {
  expect(show({ key: 'heldBy', type: 'role' }, { heldBy: 'SERVICE', ...flags })).toBe(text);
});

it('has a shorter heading on request', () => {
  show({ key: 'value', label: 'Long label' }, {}, { extras: { value: { heading: 'lists.preferred' } } });
  expect(screen.getByRole('heading').textContent).toBe('Preferred');
  show({ key: 'value', label: 'Long label' }, {});
  expect(screen.getByRole('heading').textContent).toBe('Long label');
});

it('aligns numbers, amounts and times to the right', () => {
  const types = ['text', 'number', 'money', 'date', 'datetime', 'status', 'choice'] as const;
  expect(types.filter((type) => isRightAligned({ ...number, type }))).toEqual(['number', 'money', 'date', 'datetime']);
});

it('links the name to the record, in a new tab if the list says so', () => {
  show({ key: 'value' }, {});
  const link = screen.getByRole('link', { name: 'R-7' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/en/repairs/7', null]);
  show({ key: 'value' }, {}, { more: { opensInNewTab: true } });
  const external = screen.getByRole('link', { name: 'R-7' });
  expect([external.getAttribute('target'), external.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
  show({ key: 'value' }, {}, { more: { record: {} } });
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByTitle('R-7').textContent).toBe('R-7');
});
