import { ANY_DRAFT_PREFIX, buildDraftPrefix, hasSignedOut, readSession } from '../../api/session';
import { deviceStorage } from '../../api/storage';
import type { DirtyValues } from './dirtyValues';

/** Draft: unsaved dirty values of a form. */
export interface Draft {
  values: DirtyValues;
  savedAt: string;
}

/** Draft as stored on this device. */
interface StoredDraft {
  leaves: DirtyValues;
  savedAt: string;
}

const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000;

/** Build the storage key of a draft, by user, record and form. */
export const buildDraftKey = (kind: string, id: number, form: string): string =>
  buildDraftPrefix(readSession().session?.identification ?? '') + [kind, id, form].join(':');

/** Read a draft. A malformed one, or one older than a week, is deleted. */
export function readDraft(key: string): Draft | null {
  const draft = parse(deviceStorage.getItem(key));
  if (draft && Date.now() - Date.parse(draft.savedAt) < DRAFT_LIFETIME_MS) return draft;
  deviceStorage.removeItem(key);
  return null;
}

function parse(text: string | null): Draft | null {
  try {
    const draft: unknown = JSON.parse(text ?? 'null');
    return isStoredDraft(draft) ? { values: draft.leaves, savedAt: draft.savedAt } : null;
  } catch {
    return null;
  }
}

const isStoredDraft = (value: unknown): value is StoredDraft => {
  if (typeof value !== 'object' || value === null) return false;
  const { leaves, savedAt } = value as Partial<Record<keyof StoredDraft, unknown>>;
  return typeof leaves === 'object' && leaves !== null && typeof savedAt === 'string';
};

/** Save a draft on this device, or delete it if empty. Return false if it was not stored. */
export function writeDraft(key: string, values: DirtyValues): boolean {
  // A form still open in another tab must not restore drafts that the logout deleted.
  if (hasSignedOut()) return false;
  if (Object.keys(values).length === 0) {
    deviceStorage.removeItem(key);
    return true;
  }
  // If the browser's storage is full or blocked, the form still has the values.
  const draft: StoredDraft = { leaves: values, savedAt: new Date().toISOString() };
  return deviceStorage.setItem(key, JSON.stringify(draft));
}

/**
 * Subscribe to changes of a draft by other tabs; return the unsubscribe function. Without it, this tab would silently
 * overwrite their draft. The `storage` event is fired in other tabs only. `values` is null once it is deleted.
 */
export function onDraftChangedElsewhere(
  key: string,
  onChange: (values: DirtyValues | null, before: DirtyValues) => void,
): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key) return;
    const after = parse(event.newValue)?.values ?? null;
    const before = parse(event.oldValue)?.values ?? {};
    if (JSON.stringify(after) !== JSON.stringify(before)) onChange(after, before);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Count the drafts of the logged-in user on this device. */
export const countDrafts = (): number => {
  const prefix = buildDraftPrefix(readSession().session?.identification ?? '');
  return deviceStorage.keys().filter((key) => key.startsWith(prefix) && readDraft(key) !== null).length;
};

/** Delete the expired drafts of all users on this device. */
export function deleteExpiredDrafts(): void {
  for (const key of deviceStorage.keys()) if (key.startsWith(ANY_DRAFT_PREFIX)) readDraft(key);
}

/** Delete the draft of a key. */
export const deleteDraft = (key: string): void => deviceStorage.removeItem(key);
