import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { CoreAdminContext, DataProviderContext, I18nContext, memoryStore, RecordContextProvider } from 'ra-core';
import { type ReactNode, useMemo, useState } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider, useInRouterContext } from 'react-router';
import { dataProvider } from '../../api/dataProvider';
import { MetaProvider } from '../../api/meta';
import { createQueryClient } from '../../api/queryClient';
import type { ProcessAction, ProcessRecord, ProcessStep, RequestResource, RequestUpdate } from '../../api/requests';
import type { Meta } from '../../api/types';
import { theme } from '../../theme/theme';
import { PreviewProvider } from '../files/preview';
import { UnsavedForms, UnsavedProvider } from '../forms/unsavedForms';
import { useRequestUpdate } from '../forms/useRequestUpdate';
import { getTestI18nProvider } from '../i18n/testing';
import { ProcessContext, type ProcessDefinition, type ProcessPageState } from './processContext';

import { type ProcessUpdater, ProcessUpdaterProvider } from './useProcessUpdater';
import { getBlockedReason, useRequestRecord } from './useRequestRecord';

const i18nProvider = await getTestI18nProvider('en');

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
  hides: [],
};

/** Build a step for tests. */
export const buildStep = (overrides: Partial<ProcessStep> = {}): ProcessStep => ({ ...step, ...overrides });

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

/** Build a record with one step for tests. */
export const buildRecord = <T extends object>(
  fields: T,
  overrides: Partial<ProcessRecord> = {},
): ProcessRecord & T => ({
  ...record,
  ...overrides,
  ...fields,
});

/** Build an action that the server offers on the open tab. */
export const buildAction = (key: string, label = key, more: Partial<ProcessAction> = {}): ProcessAction => ({
  key,
  label,
  tab: 'WORK',
  enabled: true,
  reason: null,
  ask: null,
  rejects: false,
  ...more,
});

/** Offer one action on a record. */
export const withAction = <R extends ProcessRecord>(record: R, key: string): R => ({
  ...record,
  process: { ...record.process, actions: [buildAction(key)] },
});

const kind: ProcessDefinition = {
  kind: 'test',
  resource: 'repairs',
  messages: { moved: () => 'moved' },
  list: 'list',
  history: { resource: 'history', filter: () => ({}) },
  panes: { componentByTab: {}, load: async () => undefined, preload: () => undefined },
};

interface PageProps<R extends ProcessRecord> {
  record: R;
  /** Resource of the updates. */
  resource?: RequestResource;
  /** Fetch the newer record after a save or a rejection. */
  fetchLatest?: () => Promise<R>;
  step?: Partial<ProcessStep>;
  state?: Partial<ProcessPageState<R>>;
  /** Replacement of the default reload. */
  reload?: () => Promise<unknown>;
  children: ReactNode;
}

const client = createQueryClient();

/** Process page around a pane or hook under test, with react-admin's contexts. */
export function TestPage<R extends ProcessRecord>(props: PageProps<R>) {
  const page = <ProcessOf {...props} />;
  if (useInRouterContext()) return page;
  return (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <DataProviderContext.Provider value={dataProvider}>{page}</DataProviderContext.Provider>
      </QueryClientProvider>
    </MemoryRouter>
  );
}

/** Contexts of a process page: record, unsaved forms and updater. */
function ProcessOf<R extends ProcessRecord>(props: PageProps<R>) {
  const { record: first, resource = 'repairs', fetchLatest, step, state, reload, children } = props;
  const [forms] = useState(() => new UnsavedForms());
  const [newer, setNewer] = useState<{ source: R; record: R }>();
  // A new `record` prop replaces the fetched one.
  const record = newer?.source === first ? newer.record : first;
  const { send } = useRequestRecord<R>(resource, record.id);
  const target = useMemo(() => {
    const patch = (change: (current: ProcessRecord) => ProcessRecord) =>
      setNewer((previous) => ({
        source: first,
        record: change(previous?.source === first ? previous.record : first) as R,
      }));
    return {
      version: () => record.version,
      send: async (update: RequestUpdate, knownVersion: R['version']) => {
        const sent = await send(update, knownVersion);
        const { version } = sent.response;
        if (version !== undefined) patch((current) => ({ ...current, version }));
        return sent;
      },
      fetchLatest: () => fetchLatest?.() ?? Promise.resolve(record),
      show: (read: R) => setNewer({ source: first, record: read }),
      patch,
      getBlockedReason,
      invalidateLists: async () => undefined,
    };
  }, [first, record, fetchLatest, send]);
  const updater = useRequestUpdate(target, forms);
  const reloadLatest = async () => {
    const read = await target.fetchLatest();
    target.show(read);
    return read;
  };
  const save = { ...updater, patch: target.patch, reload: reload ?? reloadLatest };
  const openStep = buildStep(step);
  const value = {
    kind,
    step: openStep,
    editable: openStep.editable,
    isStaleFormRetained: false,
    openWorkingTab: () => undefined,
    retainStaleForm: () => undefined,
    ...state,
  };
  return (
    <UnsavedProvider value={forms}>
      <RecordContextProvider value={record}>
        <ProcessContext.Provider value={value as unknown as ProcessPageState}>
          <ProcessUpdaterProvider value={save as unknown as ProcessUpdater}>{children}</ProcessUpdaterProvider>
        </ProcessContext.Provider>
      </RecordContextProvider>
    </UnsavedProvider>
  );
}

const meta = {
  resources: [],
  pages: [],
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

/** Create a router with the contexts of all pages: translations, meta and theme. */
export function createTestRouter(page: ReactNode, address = '/en/page') {
  const tree = (
    <CoreAdminContext queryClient={createQueryClient()} store={memoryStore()} dataProvider={dataProvider}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={meta}>
          <ThemeProvider theme={theme}>
            <PreviewProvider>{page}</PreviewProvider>
          </ThemeProvider>
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  return createMemoryRouter(
    [
      { path: '/:lang/page', element: tree },
      { path: '/:lang/record/:id', element: tree },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
}

/** Wrap a page or hook under test in the router. */
export const withRouter = (page: ReactNode) => <RouterProvider router={createTestRouter(page)} />;
