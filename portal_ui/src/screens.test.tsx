// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, CoreAdminUI, I18nContext, memoryStore } from 'ra-core';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18nProviderOf } from './i18n/i18nProvider';
import type { Language } from './i18n/language';
import { screens } from './screens';
import { dataProvider } from './server/dataProvider';
import { ApiError } from './server/errors';
import { MetaProvider } from './server/meta';
import { newQueryClient } from './server/queryClient';
import type { Field, FieldType, Meta, ResourceMeta } from './server/types';
import { FeedbackArea } from './shared/feedback';
import { PreviewProvider } from './shared/preview';
import { theme } from './theme';

/** What the server tells of a list that fifteen lines declare; its test (test_fifteen_lines.py) holds the file to that. */
const workshops = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../tests/resources/workshops.json'), 'utf8'),
) as ResourceMeta;

type Answer = { status?: number; body?: unknown; range?: string };
type Sent = { method: string; path: string; query: URLSearchParams; body: unknown };

/** A server that answers what the test says, and notes what it was asked. */
function serverOf(answer: (asked: Sent) => Answer | Promise<Answer>): Sent[] {
  const asked: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://portal');
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const one = { method: init.method ?? 'GET', path: url.pathname, query: url.searchParams, body };
    asked.push(one);
    const { status = 200, body: told = null, range } = await answer(one);
    return new Response(JSON.stringify(told), { status, headers: range ? { 'Content-Range': range } : {} });
  });
  return asked;
}

async function open(route: string, resources: ResourceMeta[], language: Language = 'en') {
  const words = await i18nProviderOf(language);
  const limits = { imageBytes: 1_000_000 };
  const meta = { resources, pages: [], redirects: {}, statuses: {}, choices: {}, limits } as unknown as Meta;
  const page = (
    <CoreAdminContext
      queryClient={newQueryClient()}
      store={memoryStore()}
      dataProvider={dataProvider}
      basename={`/${language}`}
    >
      <I18nContext.Provider value={words}>
        <MetaProvider value={meta}>
          <PreviewProvider>
            <Suspense>
              <CoreAdminUI disableTelemetry catchAll={() => <p>home</p>}>
                {screens(meta)}
              </CoreAdminUI>
            </Suspense>
            <FeedbackArea />
          </PreviewProvider>
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/*', element: page }], {
    initialEntries: [`/${language}/${route}`],
  });
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return router;
}

const type = (label: RegExp | string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const row = (id: number, name = `Shop ${id}`) => ({ id, name, price: 12.5, supportSpecialServices: id % 2 === 0 });

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  // ra-core notes each refusal in the console; here they are meant.
  const note = console.error;
  vi.spyOn(console, 'error').mockImplementation((...told) => told[0] instanceof ApiError || note(...told));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the list of a declaration', { timeout: 30_000 }, () => {
  const listed = (count: number) =>
    serverOf(({ query }) => {
      const [from = 0, to = 0] = JSON.parse(query.get('range') ?? '[0,9]') as number[];
      const rows = Array.from({ length: count }, (_, index) => row(index + 1)).slice(from, to + 1);
      return { body: rows, range: `workshops ${from}-${from + rows.length - 1}/${count}` };
    });

  it('without rows says so, and offers a new one', async () => {
    listed(0);
    await open('workshops', [workshops]);
    expect(await screen.findByText('Nothing here yet')).toBeTruthy();
    const [link] = screen.getAllByRole('link', { name: 'Add workshop' });
    expect(link?.getAttribute('href')).toBe('/en/workshops/create');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true);
  });

  it('with one row draws each value by its kind, and leads to the row', async () => {
    listed(1);
    await open('workshops', [workshops]);
    const line = (await screen.findByRole('link', { name: 'Shop 1' })).closest('tr');
    expect(line?.textContent).toContain('$12.50');
    expect(line?.textContent).toContain('No');
    expect(screen.getByRole('link', { name: 'Edit Shop 1' }).getAttribute('href')).toBe('/en/workshops/1');
    expect(screen.getByText('Showing 1 to 1 of 1 entries')).toBeTruthy();
  });

  it('with many rows has pages, and sorts by what the server sorts by', async () => {
    const asked = listed(25);
    await open('workshops', [workshops]);
    expect(await screen.findByText('Showing 1 to 10 of 25 entries')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Showing 11 to 20 of 25 entries')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Shop 11' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Price per hour' }));
    await waitFor(() => expect(asked.at(-1)?.query.get('sort')).toBe('["price","DESC"]'));
  });

  it('is no page of those to whom the server does not tell of it', async () => {
    serverOf(() => ({ status: 500 }));
    await open('workshops', []);
    expect(screen.getByText('home')).toBeTruthy();
  });
});

describe('the form of a declaration', { timeout: 30_000 }, () => {
  it('says in the language of the user what is wrong, and saves what is right', async () => {
    const asked = serverOf(({ method }) =>
      method === 'POST' ? { body: row(7) } : { body: [], range: 'workshops 0-0/0' },
    );
    const router = await open('workshops/create', [workshops], 'es');
    const price = await screen.findByLabelText(/^Price per hour/);
    const guardar = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' });
    expect(guardar().disabled).toBe(true);
    type(/^Price/, 'mucho');
    fireEvent.keyDown(price, { key: 'Enter', ctrlKey: true });
    expect(await screen.findByText('Este campo es obligatorio')).toBeTruthy();
    expect(screen.getByText('Un importe en USD con dos decimales como máximo')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
    expect(asked).toEqual([]);

    type(/^Name/, ' Taller ');
    type(/^Price/, '12,5');
    await waitFor(() => expect(guardar().disabled).toBe(false));
    fireEvent.click(screen.getByRole('switch', { name: 'Supports special services' }));
    fireEvent.click(guardar());
    await waitFor(() => expect(router.state.location.pathname).toBe('/es/workshops'));
    expect(asked[0]).toMatchObject({
      method: 'POST',
      path: '/api/rest/workshops',
      body: { name: 'Taller', price: 12.5, supportSpecialServices: true },
    });
  });

  it("puts the server's errors on their fields, others below, and keeps what was typed", async () => {
    let refusal: Answer = {
      status: 409,
      body: { code: 'SERVICE_EXISTS', message: 'There is one', fields: { name: ['Taken'] } },
    };
    serverOf(() => refusal);
    await open('workshops/create', [workshops]);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Alpha');
    type(/^Price/, '1');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText('Taken')).toBeTruthy();
    refusal = { status: 503, body: {} };
    type(/^Name/, 'Beta');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Beta');
  });

  it('keeps what is typed while a save is under way', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = serverOf(async ({ method, body }) => {
      if (method !== 'PUT') return { body: { ...row(3), version: 'one' } };
      await held;
      return { body: { ...row(3), ...(body as object), version: 'two' } };
    });
    await open('workshops/3', [workshops]);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Sent');
    fireEvent.click(save());
    await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
    type(/^Name/, 'Typed since');
    release();
    expect(await screen.findByText('The changes were saved')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Typed since');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ name: 'Typed since', version: 'two' }));
  });

  it('of a record that somebody else changed tells it, and goes on with what was typed', async () => {
    let now = { ...row(3), version: 'one' };
    const asked = serverOf(({ method, body }) => {
      if (method !== 'PUT') return { body: now };
      const sent = body as typeof now;
      if (sent.version !== now.version) return { status: 409, body: { code: 'STALE', message: 'Changed' } };
      return { body: { ...sent, version: 'three' } };
    });
    await open('workshops/3', [workshops]);
    await screen.findByLabelText(/^Name/);
    type(/^Name/, 'Mine');
    now = { ...now, name: 'Theirs', price: 99, version: 'two' };
    fireEvent.click(save());
    const notice = (await screen.findByText('Somebody else changed this entry meanwhile')).closest('[role=alert]');
    expect(notice?.textContent).toContain('Name: now “Theirs”, you typed “Mine”');
    expect(notice?.textContent).toContain('Price per hour: now “99”');
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Mine');

    fireEvent.click(
      within(notice as HTMLElement).getByRole('button', { name: 'Load the new state, keep what I typed' }),
    );
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Price/).value).toBe('99'));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Mine');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText('The changes were saved')).toBeTruthy();
    expect(asked.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      name: 'Mine',
      price: 99,
      version: 'two',
    });
  });

  it('that cannot be deleted because it is in use stays, and says why', async () => {
    serverOf(({ method }) =>
      method === 'DELETE'
        ? { status: 409, body: { code: 'IN_USE', message: 'This entry is in use' } }
        : { body: { ...row(3), version: 'one' } },
    );
    await open('workshops/3', [workshops]);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This entry is in use')).toBeTruthy();
  });

  it('draws every kind of field, languages side by side, and one it does not know as text', async () => {
    const field = (key: string, kind: string, more: Partial<Field> = {}): Field => ({
      key,
      label: key,
      help: null,
      type: kind as FieldType,
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
      ...more,
    });
    const choices = [
      { key: '1', name: 'One' },
      { key: '2', name: 'Two' },
    ];
    const fields = [
      field('noteEn', 'longText', { label: 'Note (English)', group: 'note', language: 'en', maxLength: 20 }),
      field('noteEs', 'longText', { label: 'Note (Spanish)', group: 'note', language: 'es', maxLength: 20 }),
      field('count', 'number'),
      field('one', 'choice', { choices }),
      field('many', 'choices', { choices }),
      field('picture', 'image'),
      field('colour', 'hologram'),
      field('matrix', 'tensor'),
    ];
    const gizmos = {
      ...workshops,
      name: 'gizmos',
      path: 'gizmos',
      record: { '': 'gizmos/{id}' },
      form: { sections: [], fields, delete: false },
    };
    serverOf(() => ({
      body: {
        id: 1,
        version: 'x',
        noteEn: 'a',
        noteEs: 'b',
        count: 5,
        one: '2',
        many: [1],
        colour: 'red',
        matrix: [[1]],
      },
    }));
    await open('gizmos/1', [gizmos]);
    expect((await screen.findByLabelText<HTMLInputElement>(/^count/)).value).toBe('5');
    expect(screen.getByLabelText<HTMLInputElement>(/^one/).value).toBe('Two');
    expect(screen.getByText('One')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^colour/).value).toBe('red');
    expect(screen.queryByLabelText(/^matrix/)).toBeNull();
    const [english, spanish] = [/English/, /Spanish/].map((label) => screen.getByLabelText(label));
    expect(english?.closest('.MuiBox-root')?.parentElement?.parentElement?.contains(spanish ?? null)).toBe(true);
    type(/^Note \(English\)/, 'x'.repeat(21));
    fireEvent.blur(screen.getByLabelText(/English/));
    expect(await screen.findByText('At most 20 characters')).toBeTruthy();
  });
});
