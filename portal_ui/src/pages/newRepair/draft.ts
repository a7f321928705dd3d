import type { ChosenPart } from '../../kernel/catalogue/catalogue';
import type { UploadedFile } from '../../kernel/files/types';
import { addUnits, type Groups, type UnitFields } from './groups';

/** Raised when the shape of a stored draft changes: an older one is not guessed at. */
export const DRAFT_VERSION = 1;

/** The form as it stands, with the key that makes a repeated submit the same one. */
export interface FormContent {
  idempotencyKey: string;
  /** True after a try to send it that got no answer: the server may have it, as it was then. */
  uncertain: boolean;
  groups: Groups;
  units: Readonly<Record<string, UnitFields>>;
}

export interface Draft extends FormContent {
  savedAt: Date;
}

interface StoredDraft {
  version: number;
  savedAt: string;
  idempotencyKey: string;
  uncertain: boolean;
  groups: { part: ChosenPart; units: UnitFields[] }[];
}

/** Where the draft of a user lies. */
export const draftKey = (username: string): string => `portal_new_repair_draft:${username}`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFile = (value: unknown): value is UploadedFile =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.type === 'string' &&
  typeof value.size === 'number';

const isUnit = (value: unknown): value is UnitFields =>
  isObject(value) &&
  typeof value.serialNumber === 'string' &&
  typeof value.serviceTag === 'string' &&
  typeof value.problemDescription === 'string' &&
  Array.isArray(value.attachments) &&
  value.attachments.every(isFile);

const isPart = (value: unknown): value is ChosenPart =>
  isObject(value) &&
  typeof value.id === 'number' &&
  typeof value.name === 'string' &&
  typeof value.maker === 'string' &&
  typeof value.category === 'string' &&
  (value.imageUrl === null || typeof value.imageUrl === 'string');

const isStored = (value: unknown): value is StoredDraft =>
  isObject(value) &&
  value.version === DRAFT_VERSION &&
  typeof value.savedAt === 'string' &&
  !Number.isNaN(Date.parse(value.savedAt)) &&
  typeof value.idempotencyKey === 'string' &&
  typeof value.uncertain === 'boolean' &&
  Array.isArray(value.groups) &&
  value.groups.every(
    (group) => isObject(group) && isPart(group.part) && Array.isArray(group.units) && group.units.every(isUnit),
  );

/** Writes the draft; false when the browser has no room or no storage for it. */
export const saveDraft = (username: string, content: FormContent, now: Date): boolean => {
  const stored: StoredDraft = {
    version: DRAFT_VERSION,
    savedAt: now.toISOString(),
    idempotencyKey: content.idempotencyKey,
    uncertain: content.uncertain,
    groups: content.groups.map(({ part, unitIds }) => ({
      part,
      units: unitIds.flatMap((unitId) => content.units[unitId] ?? []),
    })),
  };
  try {
    localStorage.setItem(draftKey(username), JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
};

export const removeDraft = (username: string): void => {
  try {
    localStorage.removeItem(draftKey(username));
  } catch {
    // No storage, no draft.
  }
};

/** Reads the draft back, giving each unit a new id; null when there is none that can be read whole. */
export const loadDraft = (username: string, newUnitId: () => string): Draft | null => {
  let found: unknown;
  try {
    found = JSON.parse(localStorage.getItem(draftKey(username)) ?? 'null');
  } catch {
    return null;
  }
  if (!isStored(found)) return null;
  const units: Record<string, UnitFields> = {};
  let groups: Groups = [];
  for (const { part, units: stored } of found.groups) {
    const ids = stored.map((unit) => {
      const id = newUnitId();
      units[id] = unit;
      return id;
    });
    if (ids.length > 0) groups = addUnits(groups, part, ids);
  }
  if (groups.length === 0) return null;
  const { idempotencyKey, uncertain } = found;
  return { savedAt: new Date(found.savedAt), idempotencyKey, uncertain, groups, units };
};
