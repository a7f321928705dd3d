import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { RecordContextProvider, useTranslate } from 'ra-core';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ProcessRecord } from '../../api/requests';
import { StaleDialog } from '../forms/ConflictAlert';
import { changersOf } from '../forms/saveError';
import { useAnyDirty, useUnsavedForms } from '../forms/unsavedForms';
import { useRequestUpdate } from '../forms/useRequestUpdate';
import { useFocusKept } from '../forms/useRestoreFocus';
import { useFormat } from '../i18n/format';
import { useIsLeaving } from '../routing/useIsNavigating';
import { AfterFirstPaint } from '../ui/firstPaint';
import { LazyBoundary } from '../ui/lazyPart';
import { preloadable } from '../ui/lazyWithPreload';
import { loadWhenIdle } from '../ui/preloadOnIdle';
import { ManageMenu } from './ManageMenu';
import { ProcessHeader } from './ProcessHeader';
import { PaneSkeleton } from './ProcessSkeleton';
import { type Panes, ProcessContext, type ProcessKind, type ProcessPageState } from './processContext';
import { RelatedRequests } from './RelatedRequests';
import { StatusLine } from './StatusLine';
import { StepMenu } from './StepMenu';
import { StepStrip } from './StepStrip';
import { HISTORY, openTab } from './tabs';
import { type ProcessSave, ProcessSaveProvider, type StaleCase } from './useProcessUpdater';
import { useRequestRecord } from './useRequestRecord';

/** Brings the lists' code with it. */
const HistoryPane = preloadable(() => import('./HistoryPane'));

interface ViewProps<R extends ProcessRecord> {
  kind: ProcessKind<R>;
  record: R;
}

/** Header, steps, the open tab's pane and its action bar. */
export function ProcessView<R extends ProcessRecord>({ kind, record: drawn }: ViewProps<R>) {
  const stored = useRequestRecord<R>(kind.resource, drawn.id);
  // After a move the tab is changed before react-query tells of the record: drawn from the older one, it would go back.
  const record = stored.current() ?? drawn;
  const forms = useUnsavedForms();
  const panelId = useId();
  const wide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'));
  const { step, open, openWorkingTab } = useOpenTab(record);
  const [kept, keepStaleForm] = useStaleForm(step.key);
  // What is typed stays on the screen even where its step is over.
  const showFresh = (fresh: R) => {
    const after = fresh.process.steps.find(({ key }) => key === step.key);
    if (forms.anyDirty() && !after?.editable) keepStaleForm();
    stored.show(fresh);
  };
  const updater = useRequestUpdate(
    { ...stored, version: () => (stored.current() ?? record).version, show: showFresh },
    forms,
  );
  const { reload, patch } = stored;
  const save = useMemo(() => ({ ...updater, reload, patch }), [updater, reload, patch]);
  const panel = useRef<HTMLDivElement>(null);
  useFocusKept(panel, record.version, updater.busy);

  const state = useMemo<ProcessPageState<R>>(
    () => ({ kind, step, editable: step.editable || kept, staleFormKept: kept, openWorkingTab, keepStaleForm }),
    [kind, step, kept, openWorkingTab, keepStaleForm],
  );

  const goOn = () => {
    if (!updater.stale) return;
    showFresh(updater.stale.fresh);
    updater.dismiss();
  };

  const tellStale = useStaleWords();
  const Pane = kind.panes.byTab[step.key];
  const Steps = wide ? StepStrip : StepMenu;
  const hasHistory = record.process.steps.some(({ key }) => key === HISTORY);
  return (
    <RecordContextProvider value={record}>
      <ProcessContext.Provider value={state as unknown as ProcessPageState}>
        <ProcessSaveProvider value={save as unknown as ProcessSave}>
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <Box sx={{ display: 'grid', rowGap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              <ProcessHeader record={record} list={kind.list} menu={<ManageMenu />} />
              <StatusLine record={record} />
            </Box>
            {kind.Notice && <kind.Notice />}
            <Card sx={{ overflow: 'visible', position: 'relative', '@media print': onPaper }}>
              <Steps steps={record.process.steps} open={step.key} onOpen={open} panelId={panelId} />
              <Box
                ref={panel}
                role="tabpanel"
                tabIndex={-1}
                id={panelId}
                aria-labelledby={`${panelId}-${step.key}`}
                sx={{ scrollMarginTop: 72, '&:focus:not(:focus-visible)': { outline: 'none' } }}
              >
                {kept && <StaleFormNote onDiscard={() => forms.discardAll()} />}
                <AfterFirstPaint meanwhile={<PaneSkeleton />}>
                  <LazyBoundary fallback={<PaneSkeleton />} resetKeys={[step.key]}>
                    {step.key === HISTORY ? <HistoryPane /> : Pane && <Pane key={step.key} />}
                    <OtherPanes panes={kind.panes} history={hasHistory} />
                  </LazyBoundary>
                </AfterFirstPaint>
              </Box>
            </Card>
            <RelatedRequests related={record.related} />
          </Box>
          {updater.stale && (
            <StaleDialog
              what={tellStale(updater.stale, record)}
              differences={updater.stale.differences}
              byRow={updater.stale.problem.rows !== undefined}
              onReload={goOn}
              onClose={updater.dismiss}
            />
          )}
        </ProcessSaveProvider>
      </ProcessContext.Provider>
    </RecordContextProvider>
  );
}

/** Loads the panes of the other steps, once the open one is there. */
function OtherPanes({ panes, history }: { panes: Panes; history: boolean }) {
  useEffect(() => panes.preload(), [panes]);
  useEffect(() => (history ? loadWhenIdle([HistoryPane.load]) : undefined), [history]);
  return null;
}

/** On paper stands what is told, not what can be done: no steps, no boxes, of two choices the one that was made. */
const onPaper = {
  border: 0,
  boxShadow: 'none',
  '& .MuiTabs-root, & .MuiButton-root, & .MuiIconButton-root, & .MuiCheckbox-root': { display: 'none' },
  '& .MuiToggleButton-root:not(.Mui-selected), & [aria-haspopup="menu"]': { display: 'none' },
  '& thead': { position: 'static' },
  '& tr, & li': { breakInside: 'avoid' },
};

/** The open tab lives in the address: a reload lands on the same screen, and links can name a tab. */
function useOpenTab(record: ProcessRecord) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const step = openTab(record.process, asked);
  const put = useCallback(
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
  // The tab that is shown stays shown when somebody else moves the request on.
  const shown = step.key;
  const isLeaving = useIsLeaving();
  useLayoutEffect(() => {
    if (asked !== shown && !isLeaving()) put(shown, true);
  }, [asked, shown, put, isLeaving]);
  const open = useCallback((key: string) => key !== shown && put(key, false), [put, shown]);
  const openWorkingTab = useCallback(() => {
    if (!isLeaving()) put(null, true);
  }, [put, isLeaving]);
  return { step, open, openWorkingTab };
}

/** Who changed the record, what became of it, and when. */
function useStaleWords() {
  const format = useFormat();
  const translate = useTranslate();
  return ({ fresh, problem }: StaleCase, record: ProcessRecord) => {
    const moved = fresh.status.key !== record.status.key;
    if (problem.rows) {
      const who = changersOf(problem).join(', ') || translate('saving.stale.somebody');
      return translate('process.stale.rows', { who });
    }
    if (problem.isStepClosed && !moved) return problem.message;
    return translate(moved ? 'process.stale.moved' : 'process.stale.saved', {
      who: problem.current?.changedBy ?? translate('saving.stale.somebody'),
      time: format.dateTime(problem.current?.changedAt ?? fresh.updatedAt),
      from: record.status.value,
      to: fresh.status.value,
    });
  };
}

/** Whether the form of a step that is over stays on the screen, until nothing in it is unsaved any more. */
function useStaleForm(tab: string): [boolean, () => void] {
  const [kept, setKept] = useState<string | null>(null);
  const dirty = useAnyDirty();
  useEffect(() => {
    if (!dirty) setKept(null);
  }, [dirty]);
  const keep = useCallback(() => setKept(tab), [tab]);
  return [kept === tab, keep];
}

/** Tells that what is typed can no longer be saved. */
function StaleFormNote({ onDiscard }: { onDiscard: () => void }) {
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
