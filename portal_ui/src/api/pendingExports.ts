import { useSyncExternalStore } from 'react';
import { readSession } from './session';
import { tabStorage } from './storage';

/** Large export that a job creates for this tab: downloaded when ready, on any page. */
export type PendingExport = { id: string; title: string };

const none: readonly PendingExport[] = [];
const listeners = new Set<() => void>();
let last: { key: string; text: string | null; exports: readonly PendingExport[] } | null = null;

/** One list a user; a page that is loaded again goes on where it was. */
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
  for (const listener of listeners) listener();
}

/** Waits for the file of a job; one that is waited for already is waited for once. */
export function addPendingExport(job: PendingExport): void {
  if (!readPendingExports().some(({ id }) => id === job.id)) storePendingExports([...readPendingExports(), job]);
}

export function removePendingExport(id: string): void {
  storePendingExports(readPendingExports().filter((job) => job.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The spreadsheets that are waited for. */
export const usePendingExports = () => useSyncExternalStore(subscribe, readPendingExports);
