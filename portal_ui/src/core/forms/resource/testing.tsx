import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import type { ReactElement } from 'react';
import { Notification } from 'react-admin';
import { createMemoryRouter, Outlet, RouterProvider, useParams } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { dataProvider } from '../../../api/dataProvider';
import { MetaProvider } from '../../../api/meta';
import { createQueryClient } from '../../../api/queryClient';
import { startSession } from '../../../api/session';
import type { Field, Meta, ResourceMeta } from '../../../api/types';
import { theme } from '../../../theme/theme';
import { PreviewProvider } from '../../files/preview';
import { getI18nProvider } from '../../i18n/i18nProvider';
import type { Language } from '../../i18n/language';
import { UnsavedBoundary } from '../UnsavedBoundary';
import CreateRecordDialog from './CreateRecordDialog';
import type { FormExtras } from './ResourceForm';
import ResourceFormPage from './ResourceFormPage';

/** Metadata of an example resource, as the server sends it. Verified by tests/resources/test_admin_resource.py. */
export const workshops = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../tests/resources/workshops.json'), 'utf8'),
) as ResourceMeta;

const i18nProviders = { en: await getI18nProvider('en'), es: await getI18nProvider('es') };

export type MockResponse = { status?: number; body?: unknown };
type Sent = { method: string; path: string; key: string | null; body: unknown };

/** Mock the server and record its requests; `null` simulates a network error. */
export function mockServer(respond: (request: Sent) => MockResponse | null | Promise<MockResponse | null>): Sent[] {
  const requests: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const key = new Headers(init.headers).get('Idempotency-Key');
    const { pathname: path } = new URL(String(input), 'http://portal');
    const request = { method: init.method ?? 'GET', path, key, body };
    requests.push(request);
    const response = await respond(request);
    if (!response) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(response.body ?? null), { status: response.status ?? 200 });
  });
  return requests;
}

/** Render a page with a resource's form, and a catch-all route to navigate to. */
export function open(
  resource: ResourceMeta,
  id?: number,
  language: Language = 'en',
  {
    dialog,
    extras = {},
    custom,
    search = '',
  }: { dialog?: () => void; extras?: FormExtras; custom?: ReactElement; search?: string } = {},
) {
  const meta = { resources: [resource], pages: [], statuses: {}, choices: {}, limits: { imageBytes: 1_000_000 } };
  const client = createQueryClient();
  const store = memoryStore();
  function Portal() {
    const { lang } = useParams();
    return (
      <CoreAdminContext queryClient={client} store={store} dataProvider={dataProvider}>
        <I18nContext.Provider value={i18nProviders[lang as Language]}>
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
  const declared = dialog ? (
    <CreateRecordDialog name={resource.name} onSaved={dialog} onClose={() => {}} />
  ) : (
    <ResourceFormPage {...{ resource, extras }} {...(id === undefined ? {} : { id })} />
  );
  const router = createMemoryRouter(
    [
      {
        path: '/:lang',
        element: <Portal />,
        children: [
          { path: 'form', element: custom ?? declared },
          { path: '*', element: <p>elsewhere</p> },
        ],
      },
    ],
    { initialEntries: [`/${language}/form${search}`] },
  );
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return router;
}

export const type = (label: RegExp | string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
export const getValue = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
/** Return the button that saves or, in the form of a new record, adds. */
export const save = (name: string | RegExp = /^(Save|Add (?!mail)\w+)$/) =>
  screen.getByRole<HTMLButtonElement>('button', { name });
export const saving = async () => {
  await waitFor(() => expect(save().disabled).toBe(false));
  fireEvent.click(save());
};
export const buildRow = (id: number, name = `Shop ${id}`) => ({
  id,
  name,
  price: 12.5,
  supportSpecialServices: id % 2 === 0,
});
export const stored = { ...buildRow(3), version: 'one' };

export const buildField = (key: string, kind: string, more: Partial<Field> = {}): Field => ({
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
  confirms: [],
  maxItems: null,
  autoComplete: null,
  default: null,
  addLabel: null,
  placeholder: null,
  ...more,
});

export const buildResource = (
  fields: Field[],
  sections: { key: string; label: string; hint: string | null }[] = [],
) => ({
  ...workshops,
  name: 'gizmos',
  path: 'gizmos',
  record: { '': 'gizmos/{id}' },
  form: { sections, fields, delete: false },
});

/** Register the setup and cleanup of tests of declared forms. */
export function setUpFormTests() {
  beforeEach(() => {
    vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    startSession({ identification: 'admin', token: 't', permissions: ['ADMIN'] });
    // ra-core logs each rejected request, which is expected here.
    const note = console.error;
    vi.spyOn(console, 'error').mockImplementation((...args) => args[0] instanceof Error || note(...args));
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
