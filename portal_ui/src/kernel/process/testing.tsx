import { ThemeProvider } from '@mui/material/styles';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { type ReactNode, useMemo, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { i18nProviderOf } from '../../i18n/i18nProvider';
import { MetaProvider } from '../../server/meta';
import { newQueryClient } from '../../server/queryClient';
import type { Meta } from '../../server/types';
import { theme } from '../../theme';
import { UnsavedForms, UnsavedProvider } from '../saving/unsavedForms';
import { ProcessContext, type ProcessKind, type ProcessPageState } from './processContext';
import type { ProcessAction, ProcessRecord, ProcessStep } from './types';
import { useRecordWriter, WriterProvider } from './useRecordWriter';

const words = await i18nProviderOf('en');

const step: ProcessStep = {
  key: 'WORK',
  label: 'Work',
  actor: null,
  actorLabel: null,
  state: 'current',
  ending: null,
  enabled: true,
  editable: true,
  leftAt: null,
  title: null,
  note: null,
  hides: [],
};

/** A step of a process for tests. */
export const aStep = (over: Partial<ProcessStep> = {}): ProcessStep => ({ ...step, ...over });

const record: ProcessRecord = {
  id: 7,
  number: 'R-7',
  status: { key: 'WORK', value: 'At work', tone: 'moving' },
  version: 1,
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
  completedAt: null,
  related: [],
  serviceName: 'Workshop',
  actionRequired: null,
  actionRequiredFromCurrentUser: true,
  isOverdue: false,
  isAllowedToContinue: true,
  approvalComments: {},
  process: { kind: 'REPAIR', tab: 'WORK', turn: '', isYourTurn: true, steps: [step], actions: [] },
};

/** A record for tests, at its one step. */
export const aRecord = <T extends object>(own: T, over: Partial<ProcessRecord> = {}): ProcessRecord & T => ({
  ...record,
  ...over,
  ...own,
});

/** An action that the server offers on the open tab. */
export const anAction = (key: string, label = key, more: Partial<ProcessAction> = {}): ProcessAction => ({
  key,
  label,
  tab: 'WORK',
  enabled: true,
  reason: null,
  ask: null,
  ...more,
});

const kind: ProcessKind = {
  kind: 'test',
  words: { moved: () => 'moved' },
  read: () => Promise.reject(new Error('not read in this test')),
  move: () => ({ path: '/api/v1/move' }),
  list: 'list',
  history: { resource: 'history', filter: () => ({}) },
  panes: { byTab: {}, load: async () => undefined, preload: () => undefined },
};

interface PageProps<R extends ProcessRecord> {
  record: R;
  /** What a read after a save or a refusal finds. */
  fresh?: () => Promise<R>;
  step?: Partial<ProcessStep>;
  state?: Partial<ProcessPageState<R>>;
  children: ReactNode;
}

/** A process page around a pane or a hook under test: its record, its register of forms and its writer. */
export function TestPage<R extends ProcessRecord>({ record: first, fresh, step, state, children }: PageProps<R>) {
  const [forms] = useState(() => new UnsavedForms());
  const [newer, setNewer] = useState<{ of: R; record: R }>();
  // A record that the test gives later replaces the one that was read.
  const record = newer?.of === first ? newer.record : first;
  const source = useMemo(
    () => ({
      version: () => record.version,
      fetchFresh: () => fresh?.() ?? Promise.resolve(record),
      apply: (read: ProcessRecord) => setNewer({ of: first, record: read as R }),
      patch: (change: (one: ProcessRecord) => ProcessRecord) =>
        setNewer((now) => ({ of: first, record: change(now?.of === first ? now.record : first) as R })),
      forgetLists: async () => undefined,
    }),
    [first, record, fresh],
  );
  const writer = useRecordWriter(source, forms);
  const shown = aStep(step);
  const value = {
    kind,
    record,
    step: shown,
    editable: shown.editable,
    staleFormKept: false,
    reload: async () => record,
    patch: source.patch,
    openWorkingTab: () => undefined,
    keepStaleForm: () => undefined,
    ...state,
  };
  return (
    <UnsavedProvider value={forms}>
      <ProcessContext.Provider value={value as unknown as ProcessPageState}>
        <WriterProvider value={writer}>{children}</WriterProvider>
      </ProcessContext.Provider>
    </UnsavedProvider>
  );
}

const meta = {
  resources: [],
  choices: {
    countries: [{ key: 'ES', name: 'Spain' }],
    found: [
      { key: 'THERE', name: 'There' },
      { key: 'MISSING', name: 'Missing' },
      { key: 'DAMAGED', name: 'Damaged' },
    ],
  },
  limits: {
    note: 1024,
    comment: 1024,
    packages: 5,
    attachmentCount: 10,
    imageBytes: 1_000_000,
    attachmentBytes: 50_000_000,
  },
} as unknown as Meta;

/** What every page stands in: words, meta, looks, and an address that can be left. */
export function testRouter(page: ReactNode, address = '/en/page') {
  const around = (
    <CoreAdminContext queryClient={newQueryClient()} store={memoryStore()}>
      <I18nContext.Provider value={words}>
        <MetaProvider value={meta}>
          <ThemeProvider theme={theme}>{page}</ThemeProvider>
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  return createMemoryRouter(
    [
      { path: '/:lang/page', element: around },
      { path: '/:lang/record/:id', element: around },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
}

/** The wrapper of a hook under test that asks for more than its page. */
export const inRouter = (page: ReactNode) => <RouterProvider router={testRouter(page)} />;
