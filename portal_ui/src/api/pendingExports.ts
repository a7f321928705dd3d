import { useSyncExternalStore } from 'react';
import { Listeners } from './listeners';
import { readSession } from './session';
import { tabStorage } from './storage';

/** Large export created by a job, downloaded in this tab when ready. */
export type PendingExport = { id: string; title: string };

const none: readonly PendingExport[] = [];
const listeners = new Listeners();
let last: { key: string; text: string | null; exports: readonly PendingExport[] } | null = null;

/** Return the storage key, one per user; pending exports survive a reload. */
const buildStorageKey = () => `portal_exports:${readSession().session?.identification ?? ''}`;

function readPendingExports(): readonly PendingExport[] {
  const key = buildStorageKey();
  const text = tabStorage.getItem(key);
  if (last?.key !== key || last.text !== text) last = { key, text, exports: text ? JSON.parse(text) : none };
  return last.exports;
}

function storePendingExports(exports: readonly PendingExport[]): void {
  if (exports.length > 0) tabStorage.setItem(buildStorageKey(), JSON.stringify(exports));
  else tabStorage.removeItem(buildStorageKey());
  listeners.notify();
}

/** Add the job of an export, unless it is pending already. */
export function addPendingExport(job: PendingExport): void {
  if (!readPendingExports().some(({ id }) => id === job.id)) storePendingExports([...readPendingExports(), job]);
}

export function removePendingExport(id: string): void {
  storePendingExports(readPendingExports().filter((job) => job.id !== id));
}

/** Subscribe to the pending exports. */
export const usePendingExports = () => useSyncExternalStore(listeners.subscribe, readPendingExports);
