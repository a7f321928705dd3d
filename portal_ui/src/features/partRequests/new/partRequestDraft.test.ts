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

  it('restores items without an address, and an address without items', () => {
    expect(parsePartRequestDraft({ items: [item], party: null })).toEqual({ items: [item], party: null });
    expect(parsePartRequestDraft({ items: [], party })).toEqual({ items: [], party });
  });

  it('restores an item of the catalog, but none without an id of its part', () => {
    const chosen = { ...item, part: { id: 3 } };
    const broken = [
      { ...item, part: {} },
      { ...item, part: undefined },
      { ...item, quantity: '2' },
    ];
    expect(parsePartRequestDraft({ items: [chosen, ...broken], party: null })?.items).toEqual([chosen]);
  });
});
