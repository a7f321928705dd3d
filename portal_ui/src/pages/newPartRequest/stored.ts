import { type Draft, draftKey, dropDraft, readDraft, writeDraft } from '../../kernel/saving/drafts';
import { newIdempotencyKey } from '../../shared/idempotencyKey';
import type { PartyForm } from '../../shared/shipping/party';
import type { Item } from './items';

/** The form as it is kept on this device until it is sent. */
export interface Stored {
  items: Item[];
  /** What was typed over the contact and address that were looked up; null while nothing was. */
  party: PartyForm | null;
  /** Makes a repeated send the same one. */
  idempotencyKey: string;
  /** What was sent without an answer coming back: it may have arrived. */
  unanswered: string | null;
}

const keyOf = (target: number | null): string => draftKey('newPartRequest', target ?? 0, 'form');

const empty = (): Stored => ({ items: [], party: null, idempotencyKey: newIdempotencyKey(), unanswered: null });

const isItem = (value: unknown): value is Item => {
  const item = value as Partial<Item> | null;
  return (
    typeof item === 'object' &&
    typeof item?.id === 'number' &&
    typeof item.name === 'string' &&
    typeof item.quantity === 'number' &&
    Array.isArray(item.images) &&
    (item.part === null || typeof item.part?.id === 'number')
  );
};

const isParty = (value: unknown): value is PartyForm => {
  const party = value as Partial<PartyForm> | null;
  return Array.isArray(party?.contact?.backupEmails) && typeof party?.address?.companyName === 'string';
};

/** What was kept of the form, and when; what cannot be read is left out. */
export function loadStored(target: number | null): Stored & Pick<Partial<Draft>, 'savedAt'> {
  const draft = readDraft(keyOf(target));
  if (!draft) return empty();
  const { items, party, idempotencyKey, unanswered } = draft.leaves;
  return {
    items: Array.isArray(items) ? items.filter(isItem) : [],
    party: isParty(party) ? party : null,
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : newIdempotencyKey(),
    unanswered: typeof unanswered === 'string' ? unanswered : null,
    savedAt: draft.savedAt,
  };
}

/** Keeps the form; nothing chosen and nothing typed, nothing kept. */
export function keepStored(target: number | null, stored: Stored): void {
  if (stored.items.length === 0 && stored.party === null && stored.unanswered === null) dropDraft(keyOf(target));
  else writeDraft(keyOf(target), { ...stored });
}

export const dropStored = (target: number | null): void => dropDraft(keyOf(target));
