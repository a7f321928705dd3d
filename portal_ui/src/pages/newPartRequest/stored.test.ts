// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { dropStored, keepStored, loadStored, type Stored } from './stored';

const item = { id: 1, part: null, name: 'Tube', quantity: 2, images: [] };
const stored: Stored = { items: [item], party: null, idempotencyKey: 'k1', unanswered: null };

beforeEach(() => localStorage.clear());

describe('the draft', () => {
  it('comes back whole, with its key', () => {
    keepStored(null, stored);
    expect(loadStored(null)).toMatchObject(stored);
    expect(loadStored(null).savedAt).toBeTruthy();
  });

  it('is another one for each request that gets items', () => {
    keepStored(5, stored);
    expect(loadStored(null).items).toEqual([]);
    expect(loadStored(5).items).toEqual([item]);
  });

  it('is gone once it was sent, or when nothing is left of it', () => {
    keepStored(null, stored);
    dropStored(null);
    expect(loadStored(null).items).toEqual([]);
    keepStored(null, stored);
    keepStored(null, { ...stored, items: [] });
    expect(localStorage).toHaveLength(0);
  });

  it('that cannot be read is left out, item by item', () => {
    keepStored(null, { ...stored, items: [item, { nothing: true } as never], party: { contact: {} } as never });
    const found = loadStored(null);
    expect(found.items).toEqual([item]);
    expect(found.party).toBeNull();
  });

  it('has a key of its own each time', () => {
    expect(loadStored(null).idempotencyKey).not.toBe(loadStored(null).idempotencyKey);
  });
});
