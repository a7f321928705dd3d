import { describe, expect, it } from 'vitest';
import { areSameUnits, buildSubmission, mapUnitErrors } from './repairSubmission';
import { addUnits, type Groups, type UnitFields } from './unitGroups';

const file = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg', size: 1 });
const unit = (serialNumber: string, ...files: string[]): UnitFields => ({
  serialNumber,
  serviceTag: '',
  problemDescription: ' Drifts ',
  attachments: files.map(file),
});
const units: Record<string, UnitFields> = { a: unit(' 04412 ', 'f1'), b: unit('N/A'), c: unit('-', 'f2', 'f3') };
const radEye = { id: 7, name: 'RadEye', maker: 'Thermo', imageUrl: null, category: 'HANDHELD' };
const panel = { id: 9, name: 'VM-250', maker: 'TSA', imageUrl: null, category: 'RPM' };
const groups: Groups = addUnits(addUnits(addUnits([], radEye, ['a']), panel, ['b']), radEye, ['c']);

describe('submission of a repair request', () => {
  const { body, order } = buildSubmission(groups, (unitId) => units[unitId] as UnitFields);

  it('is a flat list in page order, with trimmed texts and file ids', () => {
    expect(order).toEqual(['a', 'c', 'b']);
    expect(body[0]).toEqual({
      partId: 7,
      serialNumber: '04412',
      serviceTag: '',
      problemDescription: 'Drifts',
      attachments: [{ id: 'f1' }],
    });
    expect(body.map(({ partId }) => partId)).toEqual([7, 7, 9]);
  });

  it('maps server errors to cells and groups', () => {
    const placed = mapUnitErrors(
      {
        '1.serialNumber': ['Too long.'],
        '2.attachments.0.id': ['Not found.'],
        '0.partId': ['Not available.'],
        '1.partId': ['Not available.'],
        '9.serialNumber': ['Nowhere.'],
        detail: ['At most 1000 units.', 'Really.'],
      },
      order,
      groups,
    );
    expect(placed.cells).toEqual([
      { unitId: 'c', cell: 'serialNumber', message: 'Too long.' },
      { unitId: 'b', cell: 'attachments', message: 'Not found.' },
    ]);
    expect(placed.groups).toEqual([{ key: 'HANDHELD/7', message: 'Not available.' }]);
    expect(placed.unplaced).toEqual(['Nowhere.', 'At most 1000 units. Really.']);
  });
});

describe('units on the server', () => {
  const { body } = buildSubmission(groups, (unitId) => units[unitId] as UnitFields);

  it('are the same in any order', () => {
    expect(areSameUnits(body, [...body].reverse())).toBe(true);
  });

  it('differ by a unit, a text or a file', () => {
    const [first, ...rest] = body;
    if (!first) throw new Error('no unit was sent');
    expect(areSameUnits(body, rest)).toBe(false);
    expect(areSameUnits(body, [{ ...first, problemDescription: 'Silent' }, ...rest])).toBe(false);
    expect(areSameUnits(body, [{ ...first, attachments: [] }, ...rest])).toBe(false);
  });
});
