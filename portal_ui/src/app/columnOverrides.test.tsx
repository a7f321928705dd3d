// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MetaProvider } from '../api/meta';
import type { Column, Meta } from '../api/types';
import { getI18nProvider } from '../core/i18n/i18nProvider';
import { open, serve, workshops } from '../core/lists/testing';
import { stubMediaQueries } from '../core/ui/testing';
import { theme } from '../theme/theme';
import { getColumnOverrides } from './columnOverrides';

const i18nProvider = await getI18nProvider('en');
const { translate } = i18nProvider;
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Return the secondary text below the request number of a row. */
function renderSecondary(row: Record<string, unknown>): string | null {
  const extra = getColumnOverrides('active-repairs').requestId?.secondary?.({ id: 1, ...row }, translate);
  render(
    <I18nContext.Provider value={i18nProvider}>
      <p role="note">{extra}</p>
    </I18nContext.Provider>,
  );
  return screen.getByRole('note').textContent;
}

describe('remote support', () => {
  const { clientName, title } = getColumnOverrides('remote-support');
  const row = { id: 1, contactFullName: 'Nino Beridze', description: 'No spectrum arrives.' };

  it('shows the contact below the client, or before the description without a client', () => {
    const ofClient = { ...row, clientName: 'Customs' };
    expect(clientName?.secondary?.(ofClient, translate)).toBe('Nino Beridze');
    expect(title?.secondary?.(ofClient, translate)).toBe('No spectrum arrives.');
    expect(title?.secondary?.(row, translate)).toBe('Nino Beridze · No spectrum arrives.');
  });
});

describe('users', () => {
  const locked = getColumnOverrides('contacts').locked;

  it.each([
    [true, 'Locked'],
    [false, 'Unlocked'],
  ])('show the lock status (locked: %s)', (isLocked, status) => {
    expect(locked?.render?.({ id: 1, locked: isLocked, status })).toMatchObject({
      props: { locked: isLocked, status },
    });
  });
});

describe('account requests', () => {
  const { state } = getColumnOverrides('account-requests');

  it('have their decision as a chip', () => {
    const decided = { id: 1, state: { key: 'REJECTED', name: 'Rejected' } };
    expect(state?.render?.(decided)).toMatchObject({ props: { tone: 'rejected', label: 'Rejected' } });
  });
});

describe('the activity log', () => {
  const { about, details } = getColumnOverrides('audit');

  it('has no link without an object and no button without changes', () => {
    const row = { id: 1, about: '', changes: [] };
    expect(about?.render?.(row)).toBeNull();
    expect(details?.secondary?.(row, translate)).toBe(false);
    expect(details?.secondary?.({ ...row, changes: [{}] }, translate)).toBeTruthy();
  });
});

describe('the match of a search', () => {
  const row = { requestId: 'R-2026-000001', clientName: 'Customs', units: 2 };

  it('is shown if no column contains it', () => {
    expect(renderSecondary({ ...row, matched: 'Acme Pager' })).toBe('Match: Acme Pager');
  });

  it('is not shown if a column contains it or without a search', () => {
    expect(renderSecondary({ ...row, matched: 'Customs' })).toBe('');
    cleanup();
    expect(renderSecondary(row)).toBe('');
  });
});

describe('the number of units', () => {
  const { clientUsername } = getColumnOverrides('active-repairs');

  it('follows the client, or the request number for users of the client', () => {
    expect(clientUsername?.secondary?.({ id: 1, clientName: 'Customs', units: 2 }, translate)).toBe('2 units');
    expect(renderSecondary({ requestId: 'R-2026-000001', units: 2 })).toBe('2 units');
  });
});

const meta = {
  statuses: {
    REPAIR: [
      { key: 'NEW', value: 'New', tone: 'waiting' },
      { key: 'SENT', value: 'Sent', tone: 'moving' },
    ],
  },
  choices: { kinds: [{ key: 'PARTS', name: 'Parts' }], countries: [{ key: 'GE', name: 'Georgia' }] },
  resources: [],
} as unknown as Meta;

/** Return the text of a rendered column of a list. */
function renderCell(list: string, column: string, row: Record<string, unknown>): string | null {
  cleanup();
  const cell = getColumnOverrides(list)[column]?.render?.({ id: 1, ...row });
  return renderNode(cell);
}

function renderNode(node: ReactNode, value = meta): string | null {
  render(
    <MemoryRouter initialEntries={['/en/list']}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={value}>
          <ThemeProvider theme={theme}>
            <Routes>
              <Route path="/:lang/list" element={<p role="note">{node}</p>} />
            </Routes>
          </ThemeProvider>
        </MetaProvider>
      </I18nContext.Provider>
    </MemoryRouter>,
  );
  return screen.getByRole('note').textContent;
}

describe('a cell of a list', () => {
  it.each<[string, string, Record<string, unknown>, string]>([
    ['active-repairs', 'clientUsername', { clientName: 'Customs', clientUsername: 'customs' }, 'Customs'],
    ['active-repairs', 'requestType', { requestType: 'PARTS' }, 'Parts'],
    ['instruments', 'lastStatus', { lastStatus: { key: 'NEW', name: 'New' } }, 'New repair'],
    ['instruments', 'lastStatus', { lastStatus: { key: 'SENT', name: 'x' } }, 'Sent'],
    ['instruments', 'lastStatus', { lastStatus: { key: 'NOT_RECEIVED', name: 'Not received' } }, 'Not received'],
    ['instruments', 'lastStatus', { lastStatus: null }, ''],
    ['clients', 'serviceName', { serviceName: null }, 'No service'],
    ['clients', 'serviceName', { serviceName: 'Lab' }, ''],
    ['clients', 'countryCode', { countryCode: 'GE' }, 'Georgia'],
    ['clients', 'countryCode', { countryCode: null }, ''],
    ['check-points', 'enabled', { enabled: false }, 'Disabled'],
    ['check-points', 'enabled', { enabled: true }, ''],
    ['mails', 'state', { state: { key: 'FAILED', name: 'Failed' } }, 'Failed'],
    ['audit', 'about', { about: 'Ana', objectPath: null }, 'Ana'],
  ])('of %s shows %s of %o', (list, column, row, text) => {
    expect(renderCell(list, column, row)).toBe(text);
  });

  it('of the activity log links to the page of its object', () => {
    renderCell('audit', 'about', { about: 'Ana', objectPath: 'edit/contact/ana' });
    expect(screen.getByRole('link', { name: 'Ana' }).getAttribute('href')).toBe('/en/edit/contact/ana');
  });

  it('of a client has its country on a phone, too', () => {
    stubMediaQueries((query) => query.includes('max-width'));
    expect(renderCell('clients', 'countryCode', { countryCode: 'GE' })).toBe('Georgia');
  });
});

it.each([
  ['WAITING', 'waiting'],
  ['SENDING', 'moving'],
  ['SENT', 'done'],
  ['SAVED', 'idle'],
  ['FAILED', 'rejected'],
  ['OTHER', 'idle'],
])('an email in the state %s has the tone "%s"', (key, tone) => {
  const row = { id: 1, state: { key, name: key } };
  expect(getColumnOverrides('mails').state?.render?.(row)).toMatchObject({ props: { tone, label: key } });
});

it.each([
  ['WAITING_APPROVAL', 'waiting'],
  ['APPROVAL', 'done'],
  ['REJECTED', 'rejected'],
])('an account request in the state %s has the tone "%s"', (key, tone) => {
  const row = { id: 1, state: { key, name: key } };
  expect(getColumnOverrides('account-requests').state?.render?.(row)).toMatchObject({ props: { tone } });
});

it('usernames are in the tooltips of names only', () => {
  const { clientUsername } = getColumnOverrides('closed-repairs');
  expect(clientUsername?.hint?.({ id: 1, clientName: 'Customs', clientUsername: 'customs' })).toBe('customs');
  expect(clientUsername?.hint?.({ id: 1, clientName: '', clientUsername: 'customs' })).toBeNull();
  const { contactFullName } = getColumnOverrides('services');
  expect(contactFullName?.hint?.({ id: 1, serviceContactUsername: 'nino' })).toBe('nino');
  expect(contactFullName?.hint?.({ id: 1, serviceContactUsername: '' })).toBeNull();
});

it('a user without needed data has a mark', () => {
  const { role } = getColumnOverrides('contacts');
  expect(renderNode(role?.secondary?.({ id: 1, missing: 'No client' }, translate))).toBe('No client');
  expect(role?.secondary?.({ id: 1, missing: null }, translate)).toBeNull();
});

it('a check that is used is the usual one', () => {
  const { enabled } = getColumnOverrides('check-points');
  expect([true, false].map((value) => enabled?.isUsual?.({ id: 1, enabled: value }))).toEqual([true, false]);
});

it('a part request expands to its parts, if it has any', () => {
  const { parts, clientUsername } = getColumnOverrides('part-requests');
  const row = { id: 1, requestId: 'P-1', parts: [{}, {}] };
  const expansion = parts?.expand?.(row, translate);
  expect(expansion).toMatchObject({ count: 2, content: { props: { items: row.parts, name: 'P-1' } } });
  expect(expansion?.text).toContain('2');
  expect(expansion?.label).toContain('P-1');
  for (const none of [[], null]) expect(parts?.expand?.({ id: 1, parts: none }, translate)).toBeNull();
  expect(clientUsername).toBeTruthy();
});

it('a request type has the icon of its list, named by its tooltip', () => {
  const withIcon = { ...meta, resources: [{ record: { PARTS: 'x/{id}' }, icon: 'repair' }] } as unknown as Meta;
  renderNode(getColumnOverrides('active-repairs').requestType?.render?.({ id: 1, requestType: 'PARTS' }), withIcon);
  expect(screen.getByTitle('Parts').querySelector('svg')?.getAttribute('data-testid')).toBe('BuildOutlinedIcon');
});

const name = { key: 'name', label: 'Name', type: 'text', sort: null, hidden: false } as const;

/** Open a list with a name and another column. */
function openList(list: string, key: string, type: Column['type'], row: object, phone = false) {
  serve([{ id: 1, name: 'Alpha', ...row }]);
  const columns = [name, { ...name, key, type, label: 'Other' }];
  const declared = { ...workshops, name: list, bulkActions: [], filters: [], columns };
  open(declared, { phone, meta: { choices: {}, statuses: {} }, extras: getColumnOverrides(list) });
}

it.each([
  ['contacts', 'id'],
  ['parts', 'description'],
  ['mails', 'attempts'],
])('a card of %s has no %s', async (list, column) => {
  openList(list, column, 'number', { [column]: 77 }, true);
  await screen.findByText('Alpha');
  expect(screen.queryByText(/77/)).toBeNull();
});

it.each([
  ['part-requests', 'createdAt', /^\d\d\/\d\d\/\d{4}$/],
  ['remote-support', 'createdAt', /^\d\d\/\d\d\/\d{4}$/],
  ['instruments', 'lastSentIn', '2h ago'],
])('%s have a short time of %s', async (list, column, text) => {
  openList(list, column, 'datetime', { [column]: new Date(Date.now() - 7_500_000).toISOString() });
  expect((await screen.findByText(text)).tagName).toBe('TIME');
});

it.each([
  ['parts', 'enabled', 'switch', 'P-1 is available for new requests'],
  ['parts', 'serviceCategories', 'combobox', 'Service categories of P-1'],
  ['remote-support', 'serviceName', 'combobox', 'Service for S-1'],
])('a control in a row of %s is named by its number: %s', async (list, column, role, label) => {
  const row = {
    number: 'P-1',
    requestId: 'S-1',
    enabled: true,
    serviceCategories: [],
    serviceId: 4,
    serviceName: 'Lab',
  };
  openList(list, column, 'text', row);
  expect(await screen.findByRole(role, { name: label })).toBeTruthy();
});
