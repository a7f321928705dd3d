// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DRAFT_VERSION, type FormContent, loadDraft, removeDraft, saveDraft } from './draft';
import { addUnits, type UnitFields } from './groups';

const photo = { id: 'f1', name: 'photo.jpg', type: 'image/jpeg', size: 1200 };
const unit = (serialNumber: string): UnitFields => ({
  serialNumber,
  serviceTag: 'A-17',
  problemDescription: 'Does not charge',
  attachments: [photo],
});
const content: FormContent = {
  idempotencyKey: 'key-1',
  uncertain: true,
  groups: addUnits([], { id: 7, name: 'RadEye G-10', maker: 'Thermo', imageUrl: '/image', category: 'HANDHELD' }, [
    'a',
    'b',
  ]),
  units: { a: unit('04412'), b: unit('') },
};
const now = new Date('2026-11-20T21:12:00Z');
const stored = (): string => localStorage.getItem('portal_new_repair_draft:client') ?? '';

const counter = () => {
  let next = 0;
  return () => `n${++next}`;
};

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('draft', () => {
  it('comes back whole, with its key and its time', () => {
    expect(saveDraft('client', content, now)).toBe(true);
    const draft = loadDraft('client', counter());
    expect(draft?.savedAt).toEqual(now);
    expect(draft?.idempotencyKey).toBe('key-1');
    expect(draft?.uncertain).toBe(true);
    expect(draft?.groups).toEqual([{ part: content.groups[0]?.part, unitIds: ['n1', 'n2'] }]);
    expect(draft?.units).toEqual({ n1: unit('04412'), n2: unit('') });
  });

  it('belongs to one user', () => {
    saveDraft('client', content, now);
    expect(loadDraft('client2', counter())).toBeNull();
  });

  it('is gone once removed', () => {
    saveDraft('client', content, now);
    removeDraft('client');
    expect(loadDraft('client', counter())).toBeNull();
  });

  it('of another version, damaged or strange is not read', () => {
    saveDraft('client', content, now);
    const whole = stored();
    for (const other of [
      whole.replace(`"version":${DRAFT_VERSION}`, '"version":99'),
      whole.slice(0, 40),
      whole.replace('"attachments":[{', '"attachments":[null,{'),
      whole.replace('"id":7', '"id":"7"'),
      '[]',
      '7',
    ]) {
      localStorage.setItem('portal_new_repair_draft:client', other);
      expect(loadDraft('client', counter())).toBeNull();
    }
  });

  it('tells when the browser has no room for it', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(saveDraft('client', content, now)).toBe(false);
  });
});
