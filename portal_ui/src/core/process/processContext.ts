import { useRecordContext } from 'ra-core';
import { type ComponentType, createContext, createElement, type ReactNode, useContext } from 'react';
import type { ProcessAction, ProcessRecord, ProcessStep, RequestResource } from '../../api/requests';
import { lazyPart } from '../ui/lazyPart';
import { preloadOnIdle } from '../ui/preloadOnIdle';
import { PaneSkeleton } from './ProcessSkeleton';
import { getAction } from './tabs';

/** A request type on the process page: its resource, messages and panes. */
export interface ProcessDefinition<R extends ProcessRecord = ProcessRecord> {
  /** The kind's key, part of the name under which drafts are kept. */
  kind: string;
  /** The resource of the data provider that its records belong to. */
  resource: RequestResource;
  /** Keys of the kind's words: what a move to a status did (DIRECT: a status chosen by hand), and that it was deleted. */
  messages: { moved: (status: string) => string; deleted?: string };
  /** The list the user goes back to. */
  list: string;
  /** The declared list of status changes, cut to one record. */
  history: {
    resource: string;
    filter: (record: R) => Record<string, number>;
    /** Where the spreadsheet names the record otherwise than the list. */
    exported?: (record: R) => Record<string, number>;
  };
  panes: Panes;
  /** Told above every tab. */
  Banner?: ComponentType;
}

export interface Panes {
  componentByTab: Readonly<Record<string, ComponentType>>;
  /** Loads that of a tab; should it not come, it is asked for again when it is shown. */
  load: (tab: string) => Promise<unknown>;
  /** Loads all of them when the browser has nothing else to do, so that the next step opens at once. */
  preload: () => void;
}

/** Lazy panes of a kind by tab key, each a chunk that is loaded when it is first shown. */
export function createLazyPanes(loads: Readonly<Record<string, () => Promise<{ default: () => ReactNode }>>>): Panes {
  const byTab = Object.fromEntries(
    Object.entries(loads).map(([tab, load]) => [tab, lazyPart(load, { fallback: createElement(PaneSkeleton) })]),
  );
  return {
    componentByTab: byTab,
    load: async (tab) => byTab[tab]?.load().catch(() => undefined),
    preload: () => preloadOnIdle(Object.values(byTab).map(({ load }) => load)),
  };
}

/** Additions to react-admin's record context: the open tab and its stale form. */
export interface ProcessPageState<R extends ProcessRecord = ProcessRecord> {
  kind: ProcessDefinition<R>;
  step: ProcessStep;
  /** The open tab may be edited, or still shows what was typed when the step ended under it. */
  editable: boolean;
  /** The step ended while a form held unsaved text: it is still shown, but cannot be saved. */
  isStaleFormKept: boolean;
  openWorkingTab: () => void;
  /** Keeps the open tab's form on the screen though its time to be edited ends. */
  keepStaleForm: () => void;
}

export const ProcessContext = createContext<ProcessPageState | null>(null);

/** The record on the page and its open tab. */
export function useProcess<R extends ProcessRecord = ProcessRecord>(): ProcessPageState<R> & { record: R } {
  const state = useContext(ProcessContext);
  const record = useRecordContext<R>();
  if (!state || !record) throw new Error('useProcess is for panes of a process page');
  return { ...(state as unknown as ProcessPageState<R>), record };
}

/** Action that the server offers on the open tab, else undefined. */
export function useAction(key: string): ProcessAction | undefined {
  const { record, step } = useProcess();
  return getAction(record.process, key, step.key);
}

/** Whether the open tab shows a form, which the server opens by an action, or only what is saved. */
export function useEditing(action: string): { editing: boolean; canSave: boolean } {
  const { editable, isStaleFormKept } = useProcess();
  const canSave = useAction(action) !== undefined;
  return { editing: editable && (canSave || isStaleFormKept), canSave };
}
