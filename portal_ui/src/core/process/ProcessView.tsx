import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { RecordContextProvider, useTranslate } from 'ra-core';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { useMeta } from '../../api/meta';
import type { ProcessRecord } from '../../api/requests';
import { getMatchRoute } from '../../api/search';
import { ConflictDialog } from '../forms/ConflictAlert';
import { getChangedBy } from '../forms/saveError';
import { useUnsavedForms } from '../forms/unsavedForms';
import { useRequestUpdate } from '../forms/useRequestUpdate';
import { useRestoreFocus } from '../forms/useRestoreFocus';
import { useFormat } from '../i18n/format';
import { LocalizedLink } from '../routing/links';
import { useIsNavigating } from '../routing/useIsNavigating';
import { lazyPart } from '../ui/lazyPart';
import { preloadOnIdle } from '../ui/preloadOnIdle';
import { useIsNarrow } from '../ui/useIsNarrow';
import { ManageMenu } from './ManageMenu';
import { NextActionButton } from './NextActionButton';
import { ProcessHeader } from './ProcessHeader';
import { PaneSkeleton } from './ProcessSkeleton';
import { type Panes, ProcessContext, type ProcessDefinition, type ProcessPageState } from './processContext';
import { StatusLine } from './StatusLine';
import { StepMenu } from './StepMenu';
import { StepStrip } from './StepStrip';
import { getOpenTab, HISTORY } from './tabs';
import { type ProcessUpdater, ProcessUpdaterProvider, type SaveConflict } from './useProcessUpdater';
import { useRequestRecord } from './useRequestRecord';

/** Pane in a separate chunk, as it needs the code of the lists. */
const HistoryPane = lazyPart(() => import('./HistoryPane'), { fallback: <PaneSkeleton /> });

interface ViewProps<R extends ProcessRecord> {
  kind: ProcessDefinition<R>;
  record: R;
  /** True while a cached record is being refetched. */
  isRefreshing?: boolean;
}

/** Process page: header, steps, and the pane of the open tab with its action bar. */
export function ProcessView<R extends ProcessRecord>({
  kind,
  record: renderedRecord,
  isRefreshing = false,
}: ViewProps<R>) {
  const stored = useRequestRecord<R>(kind.resource, renderedRecord.id);
  // React Query notifies late: after a transition, the older record would switch the new tab back.
  const record = stored.current() ?? renderedRecord;
  const forms = useUnsavedForms();
  const panelId = useId();
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('lg'));
  const isNarrow = useIsNarrow();
  const { step, open, openWorkingTab } = useOpenTab(record, isRefreshing, forms.anyDirty);
  const [isStaleFormRetained, retainStaleForm] = useStaleForm(step.key);
  // Typed text stays on screen even if its step has ended.
  const showNewest = (newest: R) => {
    const after = newest.process.steps.find(({ key }) => key === step.key);
    if (forms.anyDirty() && !after?.editable) retainStaleForm();
    stored.show(newest);
  };
  const updater = useRequestUpdate(
    { ...stored, version: () => (stored.current() ?? record).version, show: showNewest },
    forms,
  );
  const { reload, patch } = stored;
  const save = useMemo(() => ({ ...updater, reload, patch }), [updater, reload, patch]);
  const panel = useRef<HTMLDivElement>(null);
  useRestoreFocus(panel, `${record.version} ${step.key}`, updater.busy);

  const state = useMemo<ProcessPageState<R>>(
    () => ({
      kind,
      step,
      editable: step.editable || isStaleFormRetained,
      isStaleFormRetained,
      openWorkingTab,
      retainStaleForm,
    }),
    [kind, step, isStaleFormRetained, openWorkingTab, retainStaleForm],
  );

  const openCurrentStep = () => {
    open(record.process.tab);
    // The button disappears.
    panel.current?.focus({ preventScroll: true });
  };

  const goOn = () => {
    if (!updater.stale) return;
    showNewest(updater.stale.latest);
    updater.dismiss();
  };

  const getConflictMessage = useConflictMessages();
  const Pane = kind.panes.componentByTab[step.key];
  const Steps = isWide ? StepStrip : StepMenu;
  const next = !record.process.isYourTurn && <NextActionButton />;
  const hasHistory = record.process.steps.some(({ key }) => key === HISTORY);
  return (
    <RecordContextProvider value={record}>
      <ProcessContext.Provider value={state as unknown as ProcessPageState}>
        <ProcessUpdaterProvider value={save as unknown as ProcessUpdater}>
          <Box data-fills-page sx={pageStyle}>
            <Box sx={{ display: 'grid', rowGap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              <ProcessHeader
                record={record}
                list={kind.list}
                actions={
                  <>
                    {!isNarrow && next}
                    <ManageMenu />
                  </>
                }
              />
              <StatusLine record={record} onOpenStep={step.key === record.process.tab ? undefined : openCurrentStep} />
            </Box>
            {kind.Banner && <kind.Banner />}
            <Card sx={cardStyle}>
              <Steps steps={record.process.steps} open={step.key} onOpen={open} panelId={panelId} />
              <Box
                ref={panel}
                role="tabpanel"
                tabIndex={-1}
                id={panelId}
                aria-labelledby={`${panelId}-${step.key}`}
                sx={panelStyle}
              >
                {isStaleFormRetained && <StaleFormAlert onDiscard={() => forms.discardAll()} />}
                {step.key === HISTORY ? <HistoryPane /> : Pane && <Pane key={step.key} />}
                <PreloadPanes panes={kind.panes} history={hasHistory} />
              </Box>
            </Card>
            <RelatedRequests related={record.related} />
            {isNarrow && next}
          </Box>
          {updater.stale && (
            <ConflictDialog
              message={getConflictMessage(updater.stale, record)}
              differences={updater.stale.differences}
              byRow={updater.stale.problem.rows !== undefined}
              onReload={goOn}
              onClose={updater.dismiss}
            />
          )}
        </ProcessUpdaterProvider>
      </ProcessContext.Provider>
    </RecordContextProvider>
  );
}

/** Preload the chunks of the other panes after the open one is rendered. */
function PreloadPanes({ panes, history }: { panes: Panes; history: boolean }) {
  useEffect(() => panes.preload(), [panes]);
  useEffect(() => (history ? preloadOnIdle([HistoryPane.load]) : undefined), [history]);
  return null;
}

const fillStyle = {
  flexGrow: 1,
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  '@media print': { display: 'block' },
} as const;
const pageStyle = { ...fillStyle, gap: 1 } as const;

/** Style of the panel: it fills the screen, with the action bar at the bottom. */
const panelStyle = {
  ...fillStyle,
  scrollMarginTop: 72,
  '&:focus:not(:focus-visible)': { outline: 'none' },
  '& > form, & > [data-fills-page]': fillStyle,
  // On a phone the secondary actions follow the content.
  '& :has(+ [data-secondary-actions] > .MuiButton-root)': { flexGrow: 0 },
} as const;

/** Print style without steps, buttons and checkboxes; only the selected choice. */
const printStyle = {
  display: 'block',
  border: 0,
  boxShadow: 'none',
  '& .MuiTabs-root, & .MuiButton-root, & .MuiIconButton-root, & .MuiCheckbox-root': { display: 'none' },
  '& .MuiToggleButton-root:not(.Mui-selected), & [aria-haspopup="menu"]': { display: 'none' },
  '&& thead': { position: 'static' },
  '& tr, & li': { breakInside: 'avoid' },
};

/** Style of the card. On a phone it is as high as its content, unless the action bar is at the bottom of the screen. */
const cardStyle = {
  ...fillStyle,
  overflow: 'visible',
  position: 'relative',
  '&:not(:has([data-action-bar]))': { flexGrow: { xs: 0, sm: 1 } },
  '@media print': printStyle,
} as const;

/** Return the open tab, kept in the address for reloads and links. */
function useOpenTab(record: ProcessRecord, isRefreshing: boolean, anyDirty: () => boolean) {
  const [search, setSearch] = useSearchParams();
  const requestedTab = search.get('tab');
  const last = useRef<string | null>(null);
  const step = getOpenTab(record.process, requestedTab ?? (anyDirty() ? last.current : null));
  const setTab = useCallback(
    (key: string | null, replace: boolean) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (key === null) after.delete('tab');
          else after.set('tab', key);
          return after;
        },
        { replace, preventScrollReset: true },
      ),
    [setSearch],
  );
  // The open tab goes into the address, for reloads and links.
  const openTab = step.key;
  const isLeaving = useIsNavigating();
  const workingTab = record.process.tab;
  const lastWorkingTab = useRef(workingTab);
  // The working tab follows the status, unless the user opened another tab or has typed something.
  useLayoutEffect(() => {
    const before = lastWorkingTab.current;
    lastWorkingTab.current = workingTab;
    if (before !== workingTab && openTab === before && !anyDirty() && !isLeaving()) setTab(workingTab, true);
  }, [workingTab, openTab, anyDirty, setTab, isLeaving]);
  // The working tab of a cached record may be outdated: wait for the refetch.
  const isResolved = requestedTab !== null || !isRefreshing;
  useLayoutEffect(() => {
    last.current = openTab;
    if (isResolved && requestedTab !== openTab && !isLeaving()) setTab(openTab, true);
  }, [isResolved, requestedTab, openTab, setTab, isLeaving]);
  const open = useCallback((key: string) => key !== openTab && setTab(key, false), [setTab, openTab]);
  const openWorkingTab = useCallback(() => {
    if (!isLeaving()) setTab(null, true);
  }, [setTab, isLeaving]);
  return { step, open, openWorkingTab };
}

/** Return the message of a version conflict: who changed the record, how and when. */
function useConflictMessages() {
  const format = useFormat();
  const translate = useTranslate();
  return ({ latest, problem }: SaveConflict, record: ProcessRecord) => {
    const moved = latest.status.key !== record.status.key;
    if (problem.rows) {
      const names = getChangedBy(problem);
      const changedBy = names.join(', ') || translate('saving.stale.anotherUser');
      return translate('process.stale.rows', { who: changedBy, smart_count: names.length || 1 });
    }
    if (problem.isStepClosed && !moved) return problem.message;
    return translate(moved ? 'process.stale.moved' : 'process.stale.saved', {
      who: problem.current?.changedBy ?? translate('saving.stale.anotherUser'),
      time: format.dateTime(problem.current?.changedAt ?? latest.updatedAt),
      from: record.status.value,
      to: latest.status.value,
    });
  };
}

/** Return whether a form remains after its step has ended, and a setter. A form remains until it is no longer dirty. */
function useStaleForm(tab: string): [boolean, () => void] {
  const forms = useUnsavedForms();
  const [retainedTab, setRetainedTab] = useState<string | null>(null);
  // Not `useAnyDirty`, which renders the whole page again at the first keystroke in a form.
  const isRetainedDirty = useSyncExternalStore(forms.subscribe, () => retainedTab !== null && forms.anyDirty());
  useEffect(() => {
    if (retainedTab !== null && !isRetainedDirty) setRetainedTab(null);
  }, [isRetainedDirty, retainedTab]);
  const retain = useCallback(() => setRetainedTab(tab), [tab]);
  return [retainedTab === tab, retain];
}

/** Alert that typed text can no longer be saved. */
function StaleFormAlert({ onDiscard }: { onDiscard: () => void }) {
  const translate = useTranslate();
  return (
    <Alert
      severity="warning"
      sx={{ margin: 2, marginBottom: 0 }}
      action={
        <Button size="small" variant="text" color="inherit" onClick={onDiscard}>
          {translate('process.staleForm.discard')}
        </Button>
      }
    >
      {translate('process.staleForm.text')}
    </Alert>
  );
}

/** Links to the request that this one was created from, and to its follow-ups. */
function RelatedRequests({ related }: Pick<ProcessRecord, 'related'>) {
  const translate = useTranslate();
  const meta = useMeta();
  if (related.length === 0) return null;
  return (
    <Box
      component="ul"
      sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
    >
      {related.map(({ id, number, kind, status, isOrigin }) => (
        <Typography component="li" variant="body2" key={id} sx={{ color: 'text.secondary' }}>
          {translate(isOrigin ? 'process.related.origin' : 'process.related.ledTo')}{' '}
          <LocalizedLink to={getMatchRoute({ id, requestType: kind }, meta) ?? ''}>{number}</LocalizedLink>
          {` · ${status.value}`}
        </Typography>
      ))}
    </Box>
  );
}
