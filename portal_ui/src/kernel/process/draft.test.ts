// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { changedLeaves, dropDraft, readDraft, writeDraft } from './draft';

describe('what was typed', () => {
  const before = { contact: { phone: '1', mails: [{ value: 'a' }] }, rows: { u1: { price: '' } } };

  it('is told by path; lists count as one', () => {
    const now = { contact: { phone: '2', mails: [{ value: 'a' }, { value: 'b' }] }, rows: { u1: { price: '5' } } };
    expect(changedLeaves(before, now)).toEqual({
      'contact.phone': '2',
      'contact.mails': [{ value: 'a' }, { value: 'b' }],
      'rows.u1.price': '5',
    });
  });

  it('is nothing where nothing differs', () => {
    expect(changedLeaves(before, structuredClone(before))).toEqual({});
  });

  it('includes rows that came later', () => {
    expect(changedLeaves({ rows: {} }, { rows: { u2: { price: '1' } } })).toEqual({ 'rows.u2.price': '1' });
  });
});

describe('a draft', () => {
  afterEach(() => localStorage.clear());

  it('is kept until it is dropped', () => {
    writeDraft('k', { note: 'x' });
    expect(readDraft('k')?.leaves).toEqual({ note: 'x' });
    dropDraft('k');
    expect(readDraft('k')).toBeNull();
  });

  it('that cannot be read is none', () => {
    localStorage.setItem('k', '{broken');
    expect(readDraft('k')).toBeNull();
    localStorage.setItem('k', '{"leaves":3}');
    expect(readDraft('k')).toBeNull();
  });
});
