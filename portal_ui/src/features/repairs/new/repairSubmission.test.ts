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
  const { units: sent, order } = buildSubmission(groups, (unitId) => units[unitId] as UnitFields);

  it('is a flat list in page order, with trimmed texts and file ids', () => {
    expect(order).toEqual(['a', 'c', 'b']);
    expect(sent[0]).toEqual({
      partId: 7,
      serialNumber: '04412',
      serviceTag: '',
      problemDescription: 'Drifts',
      attachments: [{ id: 'f1' }],
    });
    expect(sent.map(({ partId }) => partId)).toEqual([7, 7, 9]);
    expect(sent[1]?.attachments).toEqual([{ id: 'f2' }, { id: 'f3' }]);
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

describe('errors of the server', () => {
  it('are found under the prefixes of the body, too', () => {
    const fields = { 'body.0.serviceTag': ['Too long.'], 'units.2.problemDescription': ['Too long.'] };
    expect(mapUnitErrors(fields, ['a', 'c', 'b'], groups).cells).toEqual([
      { unitId: 'a', cell: 'serviceTag', message: 'Too long.' },
      { unitId: 'b', cell: 'problemDescription', message: 'Too long.' },
    ]);
  });

  it('of several parts are shown at each of them', () => {
    const fields = { '0.partId': ['Not available.'], '2.partId': ['Not available.'], '1.partId': ['Other.'] };
    expect(mapUnitErrors(fields, ['a', 'c', 'b'], groups).groups).toEqual([
      { key: 'HANDHELD/7', message: 'Not available.' },
      { key: 'RPM/9', message: 'Not available.' },
      { key: 'HANDHELD/7', message: 'Other.' },
    ]);
  });
});

describe('units on the server', () => {
  const { units: sent } = buildSubmission(groups, (unitId) => units[unitId] as UnitFields);

  it('are the same in any order', () => {
    expect(areSameUnits(sent, [...sent].reverse())).toBe(true);
  });

  it('differ by a unit, a text or a file', () => {
    const [first, ...rest] = sent;
    if (!first) throw new Error('no unit was sent');
    expect(areSameUnits(sent, rest)).toBe(false);
    expect(areSameUnits(sent, [{ ...first, problemDescription: 'Silent' }, ...rest])).toBe(false);
    expect(areSameUnits(sent, [{ ...first, attachments: [] }, ...rest])).toBe(false);
  });

  it('differ by the part, the serial number or the service tag of a unit', () => {
    const [first, ...rest] = sent;
    if (!first) throw new Error('no unit was sent');
    for (const change of [{ partId: 99 }, { serialNumber: '04413' }, { serviceTag: 'T' }])
      expect(areSameUnits(sent, [{ ...first, ...change }, ...rest])).toBe(false);
  });

  it('are the same with files in another order, or with composed accents', () => {
    const [first, second, ...rest] = sent;
    if (!first || !second) throw new Error('two units were not sent');
    const turned = { ...second, attachments: [...second.attachments].reverse() };
    expect(areSameUnits(sent, [first, turned, ...rest])).toBe(true);
    const typed = { ...first, problemDescription: 'Pantalla dan\u0303ada' };
    expect(areSameUnits([typed], [{ ...first, problemDescription: ' Pantalla da\u00f1ada' }])).toBe(true);
  });
});

it('shows an error at a unit only if the path names one of its fields', () => {
  const placed = mapUnitErrors(
    {
      '1': ['Wrong unit.'],
      '0.attachments': ['Too many.'],
      'x1.serialNumber': ['Odd.'],
      '1x.serialNumber': ['Odd, too.'],
    },
    ['a', 'c', 'b'],
    groups,
  );
  expect(placed.groups).toEqual([{ key: 'HANDHELD/7', message: 'Wrong unit.' }]);
  expect(placed.cells).toEqual([{ unitId: 'a', cell: 'attachments', message: 'Too many.' }]);
  expect(placed.unplaced).toEqual(['Odd.', 'Odd, too.']);
});
