import { exampleFile, hasShape } from '../../../core/creation/hasShape';
import type { PartyForm } from '../../shipping/shippingValues';
import type { Item } from './items';

/** The form as its draft keeps it. */
export interface StoredForm {
  items: Item[];
  /** What was typed over the contact and address that were looked up; null while nothing was. */
  party: PartyForm | null;
}

const exampleItem = { id: 0, name: '', quantity: 0, images: [exampleFile] };
const exampleParty = { contact: { backupEmails: [] }, address: { companyName: '' } };

const isItem = (value: unknown): value is Item =>
  hasShape(value, exampleItem) && 'part' in value && (value.part === null || hasShape(value.part, { id: 0 }));

const isParty = (value: unknown): value is PartyForm => hasShape(value, exampleParty);

/** What was stored; an item or a contact that cannot be read is left out, null where nothing is left. */
export function parsePartRequestDraft(value: unknown): StoredForm | null {
  const { items, party } = (value ?? {}) as Partial<Record<keyof StoredForm, unknown>>;
  const stored = {
    items: Array.isArray(items) ? items.filter(isItem) : [],
    party: isParty(party) ? party : null,
  };
  return isBlank(stored) ? null : stored;
}

/** Nothing chosen and nothing typed. */
const isBlank = ({ items, party }: StoredForm): boolean => items.length === 0 && party === null;
