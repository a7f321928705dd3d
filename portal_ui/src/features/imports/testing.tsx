import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, render } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import type { ReactNode } from 'react';
import { Notification } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { dataProvider } from '../../api/dataProvider';
import type { Counts, Run, RunRow } from '../../api/imports';
import { MetaProvider } from '../../api/meta';
import { createQueryClient } from '../../api/queryClient';
import { startSession } from '../../api/session';
import type { Meta } from '../../api/types';
import { PreviewProvider } from '../../core/files/preview';
import { UnsavedBoundary } from '../../core/forms/UnsavedBoundary';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { stubWidth } from '../../core/tables/testing';
import { theme } from '../../theme/theme';

const i18nProvider = await getI18nProviderWith(import.meta.glob('../../../../locale/*/imports.json'))('en');

/** Build an import of parts in the review state. */
export const buildRun = (more: Partial<Run> = {}): Run => ({
  id: 7,
  target: 'parts',
  title: 'Parts',
  state: 'REVIEW',
  fileName: 'Catalogue.xlsx',
  createdAt: '2026-11-22T12:00:00Z',
  finishedAt: null,
  by: 'admin',
  version: 1,
  progress: null,
  error: null,
  sheets: [{ index: 0, name: 'Parts', rows: 3 }],
  encoding: null,
  encodings: [],
  samples: [],
  sheet: 0,
  headerRow: 2,
  preview: [['Catalogue 2026'], ['Part no.', 'Colour'], ['A-1', 'red']],
  columns: [
    { index: 0, heading: 'Part no.', samples: ['A-1', 'A-2'], field: 'number', sure: true, remembered: false },
    { index: 1, heading: 'Colour', samples: ['red'], field: null, sure: false, remembered: false },
    { index: 2, heading: 'Model', samples: [], field: 'model', sure: false, remembered: false },
  ],
  fixed: {},
  fields: [
    { key: 'number', label: 'Number', type: 'text', required: true, neededInUse: '', choices: [] },
    {
      key: 'category',
      label: 'Category',
      type: 'choice',
      required: true,
      neededInUse: '',
      choices: [{ key: 'RPM', name: 'Portal monitor' }],
    },
    { key: 'model', label: 'Model', type: 'text', required: false, neededInUse: '', choices: [] },
  ],
  missing: ['category'],
  counts: { create: 1, change: 1, same: 0, wrong: 1, skipped: 0, withoutValue: {} },
  canWrite: true,
  canUndo: false,
  undoBlocked: null,
  ...more,
});

export const buildRow = (number: number, more: Partial<RunRow> = {}): RunRow => ({
  number,
  verdict: 'CREATE',
  recordId: null,
  record: null,
  cells: { number: `A-${number}`, category: 'RPM' },
  old: {},
  errors: {},
  notes: {},
  ...more,
});

type SentRequest = { method: string; path: string; query: URLSearchParams; body: Record<string, unknown> | null };
type MockResponses = Record<string, (request: SentRequest) => unknown>;

/** Mock the server by method and path; return the recorded requests. A key is "GET /api/v1/imports/7". */
export function serve(responses: MockResponses): SentRequest[] {
  const requests: SentRequest[] = [];
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const { pathname: path, searchParams: query } = new URL(String(input), 'http://portal');
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const request = { method: init.method ?? 'GET', path, query, body };
    requests.push(request);
    const response = await responses[`${request.method} ${path}`]?.(request);
    if (response instanceof Response) return response;
    return new Response(JSON.stringify(response ?? {}), { status: response === undefined ? 404 : 200 });
  });
  return requests;
}

/** Build the response of a correction. */
export const buildCorrected = (row: RunRow, counts: Partial<Counts> = {}) => ({
  row,
  others: [],
  counts: { create: 2, change: 1, same: 0, wrong: 0, skipped: 0, withoutValue: {}, ...counts },
  version: 1,
});

/** Render a component at a URL; return a function that returns the current URL. */
export async function renderAt(
  part: ReactNode,
  { at = '/en/imports/7', route = '/:lang/imports/:id', meta = {} as Partial<Meta> } = {},
) {
  const fullMeta = { resources: [], limits: { units: 100, attachmentBytes: 1000 }, choices: {}, pages: [], ...meta };
  const page = (
    <CoreAdminContext queryClient={createQueryClient()} store={memoryStore()} dataProvider={dataProvider}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={fullMeta as unknown as Meta}>
          <PreviewProvider>
            <UnsavedBoundary>{part}</UnsavedBoundary>
          </PreviewProvider>
          <Notification />
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter(
    [
      { path: route, element: page },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [at] },
  );
  // Translations load asynchronously.
  await act(async () => {
    render(
      <ThemeProvider theme={theme}>
        <RouterProvider router={router} />
      </ThemeProvider>,
    );
  });
  return () => router.state.location.pathname + router.state.location.search;
}

beforeEach(() => {
  startSession({ identification: 'admin', token: 't', permissions: ['ADMIN'] });
  stubWidth(1200);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
