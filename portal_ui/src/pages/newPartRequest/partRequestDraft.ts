import type { PartyForm } from '../../kernel/shipping/values';
import type { Item } from './items';

/** The form as its draft keeps it. */
export interface StoredForm {
  items: readonly Item[];
  /** What was typed over the contact and address that were looked up; null while nothing was. */
  party: PartyForm | null;
}

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

/** What was stored; an item or a contact that cannot be read is left out, null where nothing is left. */
export function readStored(value: unknown): StoredForm | null {
  const { items, party } = (value ?? {}) as Partial<Record<keyof StoredForm, unknown>>;
  const stored = {
    items: Array.isArray(items) ? items.filter(isItem) : [],
    party: isParty(party) ? party : null,
  };
  return isBlank(stored) ? null : stored;
}

/** Nothing chosen and nothing typed. */
export const isBlank = ({ items, party }: StoredForm): boolean => items.length === 0 && party === null;
