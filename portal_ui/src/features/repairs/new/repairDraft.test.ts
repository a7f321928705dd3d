import { describe, expect, it } from 'vitest';
import { addUnits, type UnitFields } from './unitGroups';
import { parseRepairDraft, restoreRepairDraft, toRepairDraft } from './useRepairForm';

const photo = { id: 'f1', name: 'photo.jpg', type: 'image/jpeg', size: 1200 };
const unit = (serialNumber: string): UnitFields => ({
  serialNumber,
  serviceTag: 'A-17',
  problemDescription: 'Does not charge',
  attachments: [photo],
});
const radEye = { id: 7, name: 'RadEye G-10', maker: 'Thermo', imageUrl: '/image', category: 'HANDHELD' };
const groups = addUnits([], radEye, ['a', 'b']);
const units = { a: unit('04412'), b: unit('') };

const counter = () => {
  let next = 0;
  return () => `n${++next}`;
};

describe('draft of a repair request', () => {
  it('is restored completely, each unit with a new id', () => {
    const text = JSON.stringify(toRepairDraft(groups, units));
    const stored = parseRepairDraft(JSON.parse(text));
    if (!stored) throw new Error('the draft was not parsed');
    expect(restoreRepairDraft(stored, counter())).toEqual({
      groups: [{ part: radEye, unitIds: ['n1', 'n2'] }],
      units: { n1: unit('04412'), n2: unit('') },
    });
  });

  it('is null without units', () => {
    expect(toRepairDraft([], {})).toBeNull();
    expect(parseRepairDraft([])).toBeNull();
  });

  it('is ignored if it is damaged or has another shape', () => {
    const text = JSON.stringify(toRepairDraft(groups, units));
    for (const invalid of [
      text.replace('"attachments":[{', '"attachments":[null,{'),
      text.replace('"id":7', '"id":"7"'),
      text.replace('"serviceTag":"A-17",', ''),
      '7',
      'null',
    ]) {
      expect(parseRepairDraft(JSON.parse(invalid))).toBeNull();
    }
  });

  it('is ignored if a part has no units', () => {
    const stored = toRepairDraft(groups, units) ?? [];
    expect(parseRepairDraft([...stored, { part: radEye, units: [] }])).toBeNull();
  });

  it('keeps several parts in their order', () => {
    const gate = { ...radEye, id: 8, name: 'Gate' };
    const draft = toRepairDraft(addUnits(addUnits([], gate, ['b']), radEye, ['a']), units);
    expect(
      draft?.map(({ part, units: stored }) => [part.name, stored.map(({ serialNumber }) => serialNumber)]),
    ).toEqual([
      ['Gate', ['']],
      ['RadEye G-10', ['04412']],
    ]);
  });
});
