import { ANY_DRAFT_PREFIX, buildDraftPrefix, hasSignedOut, readSession } from '../../api/session';
import { deviceStorage } from '../../api/storage';
import type { DirtyValues } from './dirtyValues';

/** What was typed into a form and not sent. */
export interface Draft {
  leaves: DirtyValues;
  savedAt: string;
}

const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000;

/** Drafts are kept for a user, a record and a form of it. */
export const buildDraftKey = (kind: string, id: number, form: string): string =>
  buildDraftPrefix(readSession().session?.identification ?? '') + [kind, id, form].join(':');

/** The draft of a key; one that is broken or older than a week is none, and is not kept. */
export function readDraft(key: string): Draft | null {
  const draft = parse(deviceStorage.getItem(key));
  if (draft && Date.now() - Date.parse(draft.savedAt) < DRAFT_LIFETIME_MS) return draft;
  deviceStorage.removeItem(key);
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
export function writeDraft(key: string, leaves: DirtyValues): boolean {
  // A form that is still on the screen of another tab must not bring back what went at logout.
  if (hasSignedOut()) return false;
  if (Object.keys(leaves).length === 0) {
    deviceStorage.removeItem(key);
    return true;
  }
  // Where the browser's storage is full or blocked, the form itself still holds everything.
  return deviceStorage.setItem(key, JSON.stringify({ leaves, savedAt: new Date().toISOString() } satisfies Draft));
}

/**
 * Call `onChange` when another tab writes another content under a key; answers the way to stop. What it wrote would
 * otherwise be overwritten without a word. Browsers tell each tab of the writes of the others alone.
 */
export function onDraftChangedElsewhere(
  key: string,
  onChange: (leaves: DirtyValues, before: DirtyValues) => void,
): () => void {
  const onStorage = (event: StorageEvent) => {
    const after = event.key === key ? parse(event.newValue)?.leaves : undefined;
    const before = parse(event.oldValue)?.leaves ?? {};
    if (after && JSON.stringify(after) !== JSON.stringify(before)) onChange(after, before);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** How many drafts of the signed-in user are kept on this device. */
export const countDrafts = (): number => {
  const prefix = buildDraftPrefix(readSession().session?.identification ?? '');
  return deviceStorage.keys().filter((key) => key.startsWith(prefix) && readDraft(key) !== null).length;
};

/** Forgets whatever drafts of whatever user are too old: nobody may come to read them. */
export function dropOldDrafts(): void {
  for (const key of deviceStorage.keys()) if (key.startsWith(ANY_DRAFT_PREFIX)) readDraft(key);
}

/** Forgets the draft of a key. */
export const dropDraft = (key: string): void => deviceStorage.removeItem(key);
