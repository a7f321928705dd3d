// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { Notification } from 'react-admin';
import { createMemoryRouter, Outlet, RouterProvider, useParams } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18nProviderOf } from '../../i18n/i18nProvider';
import type { Language } from '../../i18n/language';
import { dataProvider } from '../../server/dataProvider';
import { ApiError } from '../../server/errors';
import { MetaProvider } from '../../server/meta';
import { newQueryClient } from '../../server/queryClient';
import { startSession } from '../../server/session';
import type { Field, Meta, ResourceMeta } from '../../server/types';
import { theme } from '../../theme';
import { PreviewProvider } from '../files/preview';
import { UnsavedBoundary } from '../saving/UnsavedBoundary';
import DeclaredFormPage from './DeclaredFormPage';
import NewRecordDialog from './NewRecordDialog';

/** What the server tells of a list that fifteen lines declare; its test (test_fifteen_lines.py) holds the file to that. */
const workshops = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../tests/resources/workshops.json'), 'utf8'),
) as ResourceMeta;

const words = { en: await i18nProviderOf('en'), es: await i18nProviderOf('es') };

type Answer = { status?: number; body?: unknown };
type Sent = { method: string; path: string; key: string | null; body: unknown };

/** A server that answers what the test says, and notes what it was asked; `null`: the line drops. */
function serverOf(answer: (asked: Sent) => Answer | null | Promise<Answer | null>): Sent[] {
  const asked: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const key = new Headers(init.headers).get('Idempotency-Key');
    const { pathname: path } = new URL(String(input), 'http://portal');
    const one = { method: init.method ?? 'GET', path, key, body };
    asked.push(one);
    const told = await answer(one);
    if (!told) throw new TypeError('no line');
    return new Response(JSON.stringify(told.body ?? null), { status: told.status ?? 200 });
  });
  return asked;
}

/** Draws a page of a resource's form, with two other places to go. */
function open(resource: ResourceMeta, id?: number, language: Language = 'en', dialog?: () => void) {
  const meta = { resources: [resource], statuses: {}, choices: {}, limits: { imageBytes: 1_000_000 } };
  const client = newQueryClient();
  const store = memoryStore();
  function Portal() {
    const { lang } = useParams();
    return (
      <CoreAdminContext queryClient={client} store={store} dataProvider={dataProvider}>
        <I18nContext.Provider value={words[lang as Language]}>
          <MetaProvider value={meta as unknown as Meta}>
            <PreviewProvider>
              <UnsavedBoundary>
                <Outlet />
              </UnsavedBoundary>
              <Notification />
            </PreviewProvider>
          </MetaProvider>
        </I18nContext.Provider>
      </CoreAdminContext>
    );
  }
  const form = dialog ? (
    <NewRecordDialog name={resource.name} onSaved={dialog} onClose={() => {}} />
  ) : (
    <DeclaredFormPage resource={resource} {...(id === undefined ? {} : { id })} />
  );
  const router = createMemoryRouter(
    [
      {
        path: '/:lang',
        element: <Portal />,
        children: [
          { path: 'form', element: form },
          { path: '*', element: <p>elsewhere</p> },
        ],
      },
    ],
    { initialEntries: [`/${language}/form`] },
  );
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return router;
}

const type = (label: RegExp | string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
const save = (name = 'Save') => screen.getByRole<HTMLButtonElement>('button', { name });
const saving = async () => {
  await waitFor(() => expect(save().disabled).toBe(false));
  fireEvent.click(save());
};
const row = (id: number, name = `Shop ${id}`) => ({ id, name, price: 12.5, supportSpecialServices: id % 2 === 0 });
const stored = { ...row(3), version: 'one' };

const field = (key: string, kind: string, more: Partial<Field> = {}): Field => ({
  key,
  label: key,
  help: null,
  type: kind as Field['type'],
  format: null,
  required: true,
  readOnly: false,
  maxLength: null,
  choices: [],
  on: ['create', 'edit'],
  section: null,
  group: null,
  language: null,
  dependsOn: null,
  autoComplete: null,
  addLabel: null,
  ...more,
});

const gizmos = (fields: Field[], sections: { key: string; label: string; hint: string | null }[] = []) => ({
  ...workshops,
  name: 'gizmos',
  path: 'gizmos',
  record: { '': 'gizmos/{id}' },
  form: { sections, fields, delete: false },
});

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  startSession({ identification: 'admin', token: 't', permissions: ['ADMIN'] });
  // ra-core notes each refusal in the console; here they are meant.
  const note = console.error;
  vi.spyOn(console, 'error').mockImplementation((...told) => told[0] instanceof Error || note(...told));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a declared form', { timeout: 30_000 }, () => {
  it('says what is wrong when it is saved and not before, in the language now chosen, and saves what is right', async () => {
    const asked = serverOf(() => ({ body: row(7, 'Taller') }));
    const router = open(workshops, undefined, 'es');
    const price = await screen.findByLabelText(/^Price per hour/);
    expect(save('Guardar').disabled).toBe(true);
    expect(screen.getByText('Todavía no se ha escrito nada')).toBeTruthy();
    fireEvent.focus(screen.getByLabelText(/^Name/));
    fireEvent.blur(screen.getByLabelText(/^Name/));
    expect(screen.queryByRole('alert')).toBeNull();

    type(/^Price/, 'mucho');
    fireEvent.keyDown(price, { key: 'Enter', ctrlKey: true });
    expect(await screen.findByText('Obligatorio')).toBeTruthy();
    expect(screen.getByText('Debe ser un número, con 2 decimales como máximo')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
    await act(() => router.navigate('/en/form'));
    expect(await screen.findByText('Required!')).toBeTruthy();
    expect(asked).toEqual([]);

    type(/^Name/, ' Taller ');
    type(/^Price/, '12,5');
    fireEvent.click(screen.getByRole('switch', { name: 'Supports special services' }));
    await saving();
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/workshops'));
    expect(await screen.findByText('“Taller” was saved')).toBeTruthy();
    expect(asked[0]).toMatchObject({
      method: 'POST',
      path: '/api/rest/workshops',
      body: { name: 'Taller', price: 12.5, supportSpecialServices: true },
    });
  });

  it('is not saved before it is right and its picture is there, and says what that lacks', async () => {
    const missing = () => screen.queryByText(/^Missing or not right yet/)?.textContent;
    const fields = [field('code', 'text'), field('price', 'money'), field('image', 'image')];
    serverOf(() => ({ body: { id: 1, version: 'x', code: 'G-1', price: 1, imageUrl: '/p.png' } }));
    open(gizmos(fields));
    await screen.findByLabelText(/^code/);
    expect(missing()).toBeUndefined();
    type(/^code/, 'G-1');
    expect(missing()).toBe('Missing or not right yet: price, image');
    type(/^price/, 'much');
    expect(missing()).toBe('Missing or not right yet: price, image');
    type(/^price/, '1');
    expect(missing()).toBe('Missing or not right yet: image');
    expect(save().disabled).toBe(true);
    cleanup();

    open(gizmos(fields), 1);
    await screen.findByLabelText(/^code/);
    type(/^code/, '  ');
    expect(missing()).toBe('Missing or not right yet: code');
    expect(save().disabled).toBe(true);
    type(/^code/, 'G-2');
    expect(missing()).toBeUndefined();
    expect(save().disabled).toBe(false);
  });

  it("puts the server's errors on their fields, others in the bar, and keeps what was typed", async () => {
    let refusal: Answer = {
      status: 409,
      body: { code: 'EXISTS', message: 'There is one', fields: { name: ['Taken'], owner: ['Nobody owns it'] } },
    };
    serverOf(() => refusal);
    open(workshops);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Alpha');
    type(/^Price/, '1');
    await saving();
    expect(await screen.findByText('Taken')).toBeTruthy();
    expect(screen.getByText('Nobody owns it')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)));
    refusal = { status: 500, body: {} };
    type(/^Name/, 'Beta');
    await waitFor(() => expect(screen.queryByText('Taken')).toBeNull());
    await saving();
    expect(await screen.findByText('Not saved: an error occurred on the server.')).toBeTruthy();
    expect(value(/^Name/)).toBe('Beta');
  });

  it('keeps what is typed while a save is under way', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = serverOf(async ({ method, body }) => {
      if (method !== 'PUT') return { body: stored };
      await held;
      return { body: { ...stored, ...(body as object), version: 'two' } };
    });
    open(workshops, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Sent');
    fireEvent.click(save());
    await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
    type(/^Name/, 'Typed since');
    release();
    expect(await screen.findByText('“Sent” was saved')).toBeTruthy();
    expect(value(/^Name/)).toBe('Typed since');
    await saving();
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ name: 'Typed since', version: 'two' }));
    await waitFor(() => expect(save().disabled).toBe(true));
    expect(screen.getByText('Everything is saved')).toBeTruthy();
  });

  it('of a record that somebody else changed tells it, and goes on with what was typed', async () => {
    let now = stored;
    const asked = serverOf(({ method, body }) => {
      if (method !== 'PUT') return { body: now };
      const sent = body as typeof now;
      if (sent.version !== now.version) return { status: 409, body: { code: 'STALE', message: 'Changed' } };
      return { body: { ...sent, version: 'three' } };
    });
    open(workshops, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Mine');
    now = { ...now, name: 'Theirs', price: 99, supportSpecialServices: true, version: 'two' };
    fireEvent.click(save());
    const notice = (await screen.findByText('Somebody else changed this entry meanwhile')).closest('[role=alert]');
    expect(notice?.textContent).toContain('Name: now “Theirs”, you typed “Mine”');
    expect(notice?.textContent).toContain('Price per hour: now “$99.00”');
    expect(notice?.textContent).toContain('Supports special services: now “Yes”');
    expect(value(/^Name/)).toBe('Mine');
    expect(save().disabled).toBe(true);

    fireEvent.click(
      within(notice as HTMLElement).getByRole('button', { name: 'Load the new state, keep what I typed' }),
    );
    await waitFor(() => expect(value(/^Price/)).toBe('99.00'));
    expect(value(/^Name/)).toBe('Mine');
    await saving();
    expect(await screen.findByText('“Mine” was saved')).toBeTruthy();
    expect(asked.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      name: 'Mine',
      price: 99,
      version: 'two',
    });
  });

  it('that holds what is not saved asks before it is left, and not once it is saved', async () => {
    serverOf(({ method, body }) => ({ body: method === 'PUT' ? { ...stored, ...(body as object) } : stored }));
    const router = open(workshops, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Other');
    await act(() => router.navigate('/en/elsewhere'));
    expect(router.state.location.pathname).toBe('/en/form');
    fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect(value(/^Name/)).toBe('Other');
    await saving();
    await screen.findByText('“Other” was saved');
    await act(() => router.navigate('/en/elsewhere'));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  it('whose creation was not answered sends the same key again, so that nothing is created twice', async () => {
    let isDown = true;
    const asked = serverOf(() => (isDown ? null : { body: row(7, 'Alpha') }));
    const router = open(workshops);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Alpha');
    type(/^Price/, '1');
    await saving();
    expect(await screen.findByText('Not saved: the portal did not answer.')).toBeTruthy();
    isDown = false;
    await saving();
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/workshops'));
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(asked[0]?.key).toBeTruthy();
    expect(asked[1]?.key).toBe(asked[0]?.key);
  });

  it('puts back what was typed when the session ended, but no password', async () => {
    const secret = field('secret', 'text', { format: 'password', on: ['edit'], required: false });
    const { form } = workshops;
    const locked = { ...workshops, form: form && { ...form, fields: [...form.fields, secret] } };
    serverOf(() => ({ body: stored }));
    open(locked, 3);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Half a name');
    type(/^secret/, 'hunter2');
    cleanup();
    expect(JSON.stringify(localStorage)).not.toContain('hunter2');

    open(locked, 3);
    await waitFor(() => expect(value(/^Name/)).toBe('Half a name'));
    expect(value(/^secret/)).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Go back to what is saved' }));
    expect(value(/^Name/)).toBe('Shop 3');
    cleanup();
    open(locked, 3);
    expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Shop 3');
  });

  it('that cannot be deleted because it is in use stays, and says why', async () => {
    serverOf(({ method }) =>
      method === 'DELETE'
        ? { status: 409, body: { code: 'IN_USE', message: 'This entry is in use' } }
        : { body: stored },
    );
    open(workshops, 3);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This entry is in use')).toBeTruthy();
  });

  it('in a dialog saves, and hands the record back', async () => {
    serverOf(() => ({ body: row(7, 'Alpha') }));
    const heard = vi.fn();
    open(workshops, undefined, 'en', heard);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Alpha');
    expect(save().disabled).toBe(true);
    expect(screen.getByText('Missing or not right yet: Price per hour')).toBeTruthy();
    type(/^Price/, '1');
    fireEvent.keyDown(screen.getByLabelText(/^Name/), { key: 'Escape' });
    fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull());
    fireEvent.click(save());
    await waitFor(() =>
      expect(heard).toHaveBeenCalledWith(row(7, 'Alpha'), expect.objectContaining({ name: 'Alpha' })),
    );
  });
});

describe('the fields of a declared form', { timeout: 30_000 }, () => {
  const choices = [
    { key: '1', name: 'One' },
    { key: '2', name: 'Two' },
  ];

  it('are drawn by their kinds, languages side by side, one that is not known as text', async () => {
    const fields = [
      field('noteEn', 'longText', { label: 'Note (English)', group: 'note', language: 'en', maxLength: 20 }),
      field('noteEs', 'longText', { label: 'Note (Spanish)', group: 'note', language: 'es', maxLength: 20 }),
      field('count', 'number'),
      field('one', 'choice', { choices }),
      field('many', 'choices', { choices }),
      field('picture', 'image'),
      field('colour', 'hologram'),
      field('tensor', 'tensor'),
      field('code', 'text', { on: ['create'] }),
      field('state', 'choice', { readOnly: true, choices }),
    ];
    const gizmo = { id: 1, version: 'x', noteEn: 'a', noteEs: 'b', count: 5, one: '2', many: [1], colour: 'red' };
    serverOf(() => ({ body: { ...gizmo, tensor: [[1]], code: 'G-1', state: '1' } }));
    open(gizmos(fields), 1);
    expect((await screen.findByLabelText<HTMLInputElement>(/^count/)).value).toBe('5');
    expect(value(/^one/)).toBe('Two');
    expect(screen.getAllByText('One').length).toBe(2);
    expect(value(/^colour/)).toBe('red');
    expect(screen.queryByLabelText(/^tensor/)).toBeNull();
    expect(screen.getByText('code').nextSibling?.textContent).toBe('G-1');
    expect(screen.getByText('state').nextSibling?.textContent).toBe('One');
    const [english, spanish] = [/English/, /Spanish/].map((label) => screen.getByLabelText(label));
    expect(english?.closest('.ra-input')?.parentElement?.contains(spanish ?? null)).toBe(true);
    type(/^Note \(English\)/, 'x'.repeat(21));
    fireEvent.blur(screen.getByLabelText(/English/));
    expect(await screen.findByText('At most 20 characters')).toBeTruthy();
  });

  it('stand in their sections, and only where what they depend on holds', async () => {
    const fields = [
      field('role', 'choice', { section: 'who', choices }),
      field('shop', 'text', { section: 'where', dependsOn: { field: 'role', values: ['2'] } }),
      field('town', 'text', { section: 'where', required: false, dependsOn: { field: 'shop', values: [] } }),
    ];
    const sections = [
      { key: 'who', label: 'Who', hint: null },
      { key: 'where', label: 'Where', hint: 'Where it is done' },
    ];
    const asked = serverOf(({ method }) => ({
      body: { id: 1, version: 'x', role: method === 'PUT' ? '1' : '2', shop: 'Alpha', town: '' },
    }));
    open(gizmos(fields, sections), 1);
    const where = within(await screen.findByRole('region', { name: 'Where' }));
    expect(where.getByText('Where it is done')).toBeTruthy();
    expect(where.getByLabelText(/^town/)).toBeTruthy();
    const role = screen.getByRole('combobox', { name: /^role/ });
    fireEvent.focus(role);
    fireEvent.change(role, { target: { value: 'One' } });
    fireEvent.click(await screen.findByRole('option', { name: 'One' }));
    await waitFor(() => expect(screen.queryByLabelText(/^shop/)).toBeNull());
    expect(screen.queryByLabelText(/^town/)).toBeNull();
    await saving();
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ role: '1', version: 'x' }));
  });

  it('take lists of texts and matrices, and the errors of their parts', async () => {
    const fields = [
      field('mails', 'texts', { format: 'email', required: false, addLabel: 'Add mail' }),
      field('grants', 'matrix', { choices: [{ key: 'R', name: 'Read' }], required: false }),
    ];
    const record = { id: 1, version: 'x', mails: ['a@b.org'], grants: { 7: ['R'] } };
    const asked = serverOf(({ method }) =>
      method === 'PUT'
        ? { status: 400, body: { code: 'INVALID', fields: { 'mails.1': ['Used elsewhere'] } } }
        : {
            body: {
              ...record,
              choices: {
                grants: [
                  { key: '7', name: 'Port' },
                  { key: '8', name: 'Gate' },
                ],
              },
            },
          },
    );
    open(gizmos(fields), 1);
    expect((await screen.findByLabelText<HTMLInputElement>(/^mails 1/)).value).toBe('a@b.org');
    fireEvent.click(screen.getByRole('button', { name: 'Add mail' }));
    type(/^mails 2/, 'nonsense');
    fireEvent.click(within(screen.getByRole('group', { name: 'Gate' })).getByRole('checkbox', { name: 'Read' }));
    expect(save().disabled).toBe(true);
    fireEvent.blur(screen.getByLabelText(/^mails 2/));
    expect(await screen.findByText('Enter an e-mail address, such as name@example.org')).toBeTruthy();
    type(/^mails 2/, 'c@d.org');
    await saving();
    expect(await screen.findByText('Used elsewhere')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^mails 2/)));
    expect(asked.at(-1)?.body).toEqual({
      mails: ['a@b.org', 'c@d.org'],
      grants: { 7: ['R'], 8: ['R'] },
      version: 'x',
    });
  });
});

describe('the errors of an answer', () => {
  it('are nested as react-admin reads them', () => {
    const { body } = new ApiError(400, {
      fields: { name: ['No'], 'rows.0.weight': ['Too', 'heavy'], 'rows.2.x': ['y'] },
    });
    expect(body.errors).toEqual({ name: 'No', rows: { 0: { weight: 'Too heavy' }, 2: { x: 'y' } } });
  });
});
