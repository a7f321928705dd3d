import { describe, expect, it } from 'vitest';
import { parsePartRequestDraft } from './usePartRequest';

const item = { id: 1, part: null, name: 'Tube', quantity: 2, images: [] };
const party = { contact: { backupEmails: [] }, address: { companyName: 'Customs' } };

describe('the draft of a part request', () => {
  it('comes back whole', () => {
    expect(parsePartRequestDraft({ items: [item], party })).toEqual({ items: [item], party });
  });

  it('that cannot be read is left out, item by item', () => {
    expect(parsePartRequestDraft({ items: [item, { nothing: true }, null], party: { contact: {} } })).toEqual({
      items: [item],
      party: null,
    });
  });

  it('is none where nothing is left of it', () => {
    for (const stored of [null, undefined, 7, {}, { items: [{}], party: null }])
      expect(parsePartRequestDraft(stored)).toBeNull();
  });
});
