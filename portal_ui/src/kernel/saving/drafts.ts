import { anyDraft, draftPrefix, hasSignedOut, readSession } from '../../server/session';
import type { Leaves } from './merge';

/** What was typed into a form and not sent. */
export interface Draft {
  leaves: Leaves;
  savedAt: string;
}

const WEEK = 7 * 24 * 60 * 60 * 1_000;

/** Drafts are kept for a user, a record and a form of it. */
export const draftKey = (kind: string, id: number, form: string): string =>
  draftPrefix(readSession().session?.identification ?? '') + [kind, id, form].join(':');

/** The draft of a key; one that is broken or older than a week is none, and is not kept. */
export function readDraft(key: string): Draft | null {
  const draft = parse(localStorage.getItem(key));
  if (draft && Date.now() - Date.parse(draft.savedAt) < WEEK) return draft;
  localStorage.removeItem(key);
  return null;
}

function parse(text: string | null): Draft | null {
  try {
    const draft: unknown = JSON.parse(text ?? 'null');
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

const isDraft = (value: unknown): value is Draft => {
  if (typeof value !== 'object' || value === null) return false;
  const { leaves, savedAt } = value as Partial<Record<keyof Draft, unknown>>;
  return typeof leaves === 'object' && leaves !== null && typeof savedAt === 'string';
};

/** Keeps what was typed on this device until it is sent; nothing typed, nothing kept. Answers whether there was room. */
export function writeDraft(key: string, leaves: Leaves): boolean {
  // A form that is still on the screen of another tab must not bring back what went at logout.
  if (hasSignedOut()) return false;
  try {
    if (Object.keys(leaves).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ leaves, savedAt: new Date().toISOString() } satisfies Draft));
    return true;
  } catch {
    // The browser's store is full or closed: the form itself still holds everything.
    return false;
  }
}

/** Forgets whatever drafts of whatever user are too old: nobody may come to read them. */
export function dropOldDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(anyDraft)) readDraft(key);
}

/** Forgets the draft of a key. */
export const dropDraft = (key: string): void => localStorage.removeItem(key);
