import { readSession } from '../../server/session';

/** Leaves of a form that differ from what it was filled with, by path. Lists count as one leaf. */
export type Leaves = Record<string, unknown>;

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (left: unknown, right: unknown): boolean =>
  left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right));

/** What was typed: the leaves of `now` that are not those of `before`. */
export function changedLeaves(before: unknown, now: unknown, path = '', found: Leaves = {}): Leaves {
  if (isTree(now) && (isTree(before) || before === undefined)) {
    for (const key of Object.keys(now)) changedLeaves(before?.[key], now[key], path ? `${path}.${key}` : key, found);
  } else if (!same(before, now) && path) found[path] = now;
  return found;
}

export interface Draft {
  leaves: Leaves;
  savedAt: string;
}

const prefix = 'portal_process_draft';

/** Drafts are kept for a user, a record and a tab. */
export const draftKey = (kind: string, id: number, tab: string): string =>
  [prefix, readSession().session?.identification ?? '', kind, id, tab].join(':');

export function readDraft(key: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isTree(draft) && isTree(draft.leaves) && typeof draft.savedAt === 'string'
      ? (draft as unknown as Draft)
      : null;
  } catch {
    return null;
  }
}

/** Keeps what was typed on this device until it is sent; nothing typed, nothing kept. */
export function writeDraft(key: string, leaves: Leaves): void {
  try {
    if (Object.keys(leaves).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ leaves, savedAt: new Date().toISOString() }));
  } catch {
    // The browser's store is full or closed: the form itself still holds everything.
  }
}

export const dropDraft = (key: string): void => writeDraft(key, {});
