import { useSyncExternalStore } from 'react';
import { readSession } from './session';
import { tabStorage } from './storage';

/** A large spreadsheet that the server makes for this tab: saved when it is ready, wherever its user is by then. */
export type WatchedExport = { id: string; title: string };

const none: readonly WatchedExport[] = [];
const listeners = new Set<() => void>();
let last: { key: string; text: string | null; exports: readonly WatchedExport[] } | null = null;

/** One list a user; a page that is loaded again goes on where it was. */
const keyOf = () => `portal_exports:${readSession().session?.identification ?? ''}`;

function watched(): readonly WatchedExport[] {
  const key = keyOf();
  const text = tabStorage.getItem(key);
  if (last?.key !== key || last.text !== text) last = { key, text, exports: text ? JSON.parse(text) : none };
  return last.exports;
}

function keep(exports: readonly WatchedExport[]): void {
  if (exports.length > 0) tabStorage.setItem(keyOf(), JSON.stringify(exports));
  else tabStorage.removeItem(keyOf());
  for (const listener of listeners) listener();
}

/** Waits for the file of a job; one that is waited for already is waited for once. */
export function watchExport(job: WatchedExport): void {
  if (!watched().some(({ id }) => id === job.id)) keep([...watched(), job]);
}

export function forgetExport(id: string): void {
  keep(watched().filter((job) => job.id !== id));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The spreadsheets that are waited for. */
export const useWatchedExports = () => useSyncExternalStore(listen, watched);
