import { describe, expect, it } from 'vitest';
import { parsePartRequestDraft } from './usePartRequest';

const item = { id: 1, part: null, name: 'Tube', quantity: 2, images: [] };
const party = { contact: { backupEmails: [] }, address: { companyName: 'Customs' } };

describe('parsePartRequestDraft', () => {
  it('restores a complete draft', () => {
    expect(parsePartRequestDraft({ items: [item], party })).toEqual({ items: [item], party });
  });

  it('drops invalid items and an invalid contact', () => {
    expect(parsePartRequestDraft({ items: [item, { nothing: true }, null], party: { contact: {} } })).toEqual({
      items: [item],
      party: null,
    });
  });

  it('returns null if nothing is left', () => {
    for (const stored of [null, undefined, 7, {}, { items: [{}], party: null }])
      expect(parsePartRequestDraft(stored)).toBeNull();
  });
});
