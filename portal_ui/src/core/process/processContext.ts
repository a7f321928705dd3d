import { useRecordContext } from 'ra-core';
import { type ComponentType, createContext, createElement, type ReactNode, useContext } from 'react';
import type { ProcessAction, ProcessRecord, ProcessStep, RequestResource } from '../../api/requests';
import { lazyPart } from '../ui/lazyPart';
import { preloadOnIdle } from '../ui/preloadOnIdle';
import { PaneSkeleton } from './ProcessSkeleton';
import { getAction } from './tabs';

/** Request type of a process page: its resource, messages and panes. */
export interface ProcessDefinition<R extends ProcessRecord = ProcessRecord> {
  /** Key of the request type, part of the storage key of drafts. */
  kind: string;
  /** Resource name in the data provider. */
  resource: RequestResource;
  /** Translation keys of notifications. `moved` gets the new status, or DIRECT for one set directly. */
  messages: { moved: (status: string) => string; deleted?: string };
  /** Path of the list to go back to. */
  list: string;
  /** Resource of the status changes, with the filter for one record. */
  history: {
    resource: string;
    filter: (record: R) => Record<string, number>;
    /** Filter of the export, if its parameters differ from those of the list. */
    exported?: (record: R) => Record<string, number>;
  };
  panes: Panes;
  /** Content above every tab. */
  Banner?: ComponentType;
}

export interface Panes {
  componentByTab: Readonly<Record<string, ComponentType>>;
  /** Load the chunk of a tab; errors are ignored, as the pane itself retries. */
  load: (tab: string) => Promise<unknown>;
  /** Load all chunks while the browser is idle, so that tabs open without a wait. */
  preload: () => void;
}

/** Create the lazy panes of a request type by tab, each in a separate chunk. */
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
  /** True while the open tab can be edited, or keeps a stale form. */
  editable: boolean;
  /** True while a form with unsaved text remains although its step has ended. */
  isStaleFormRetained: boolean;
  openWorkingTab: () => void;
  /** Keep the form of the open tab on screen although its step has ended. */
  retainStaleForm: () => void;
}

export const ProcessContext = createContext<ProcessPageState | null>(null);

/** Return the record of the page and the state of its open tab. */
export function useProcess<R extends ProcessRecord = ProcessRecord>(): ProcessPageState<R> & { record: R } {
  const state = useContext(ProcessContext);
  const record = useRecordContext<R>();
  if (!state || !record) throw new Error('useProcess must be used within a process page');
  return { ...(state as unknown as ProcessPageState<R>), record };
}

/** Return the action that the server offers on the open tab, if any. */
export function useAction(key: string): ProcessAction | undefined {
  const { record, step } = useProcess();
  return getAction(record.process, key, step.key);
}

/** Return whether the open tab shows a form, and whether it can be saved. `action` is the one that saves it. */
export function useEditing(action: string): { editing: boolean; canSave: boolean } {
  const { editable, isStaleFormRetained } = useProcess();
  const canSave = useAction(action) !== undefined;
  return { editing: editable && (canSave || isStaleFormRetained), canSave };
}
