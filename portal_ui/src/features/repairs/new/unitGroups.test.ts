import { describe, expect, it } from 'vitest';
import type { SelectedPart } from '../../../api/parts';
import {
  addUnits,
  createUnitId,
  findGroup,
  findRepeatedSerials,
  type Groups,
  getUnitIds,
  getUnitPosition,
  getUnits,
  isUnitCell,
  removeGroup,
  removeUnit,
} from './unitGroups';

const radEye: SelectedPart = { id: 7, name: 'RadEye G-10', maker: 'Thermo', imageUrl: null, category: 'HANDHELD' };
const panel: SelectedPart = { id: 9, name: 'VM-250', maker: 'TSA', imageUrl: null, category: 'RPM' };

const start: Groups = addUnits(addUnits([], radEye, ['a', 'b']), panel, ['c']);

describe('unit groups', () => {
  it('contain one group per part', () => {
    expect(start.map((group) => [group.part.id, group.unitIds])).toEqual([
      [7, ['a', 'b']],
      [9, ['c']],
    ]);
  });

  it('append units of a known part to its group', () => {
    const more = addUnits(start, { ...radEye }, ['d']);
    expect(more).toHaveLength(2);
    expect(more[0]?.unitIds).toEqual(['a', 'b', 'd']);
    expect(getUnitIds(more)).toEqual(['a', 'b', 'd', 'c']);
  });

  it('keep unchanged groups identical, so that their rows are not rerendered', () => {
    expect(addUnits(start, radEye, ['d'])[1]).toBe(start[1]);
    expect(removeUnit(start, 'a')[1]).toBe(start[1]);
  });

  it('drop a group with its last unit', () => {
    expect(removeUnit(start, 'c').map((group) => group.part.id)).toEqual([7]);
    expect(removeUnit(start, 'a')[0]?.unitIds).toEqual(['b']);
    expect(removeGroup(start, 'HANDHELD/7').map((group) => group.part.id)).toEqual([9]);
  });

  it('keep parts with the same id of different categories apart', () => {
    const sameId = { ...panel, id: radEye.id };
    const both = addUnits(addUnits([], radEye, ['a']), sameId, ['b']);
    expect(both.map(({ part, unitIds }) => [part.category, unitIds])).toEqual([
      ['HANDHELD', ['a']],
      ['RPM', ['b']],
    ]);
    expect(removeGroup(both, 'RPM/7').map(({ part }) => part.category)).toEqual(['HANDHELD']);
  });

  it('find the group of a unit, and its number within the part', () => {
    expect(findGroup(start, 'c')?.part).toBe(panel);
    expect(findGroup(start, 'x')).toBeUndefined();
    expect([getUnitPosition(start, 'b'), getUnitPosition(start, 'c')]).toEqual([
      { number: 2, part: 'RadEye G-10' },
      { number: 1, part: 'VM-250' },
    ]);
  });

  it('have units with different ids that the form reads as names', () => {
    const ids = [createUnitId(), createUnitId()];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[a-z]\d+$/);
  });

  it('accept pasted cells in the three text fields', () => {
    const names = ['serialNumber', 'serviceTag', 'problemDescription', 'attachments', undefined];
    expect(names.map(isUnitCell)).toEqual([true, true, true, false, false]);
  });

  it('number their units and return identical objects while unchanged', () => {
    const [first] = start;
    if (!first) throw new Error('no group');
    expect(getUnits(first)).toEqual([
      { id: 'a', number: 1, part: radEye },
      { id: 'b', number: 2, part: radEye },
    ]);
    const more = addUnits(start, panel, ['d']);
    expect(more.map((group, index) => getUnits(group) === getUnits(start[index] ?? group))).toEqual([true, false]);
  });
});

describe('repeated serial numbers in the review', () => {
  it('are compared as in the form, per part and without placeholders such as N/A', () => {
    const serials: Record<string, string> = {
      a: 'N/A',
      b: ' n/a',
      c: '5',
      d: 'SN-04412',
      e: 'sn 04412 ',
      f: '-',
      g: 'unknown',
      h: 'Unknown',
    };
    const groups = addUnits(addUnits([], radEye, ['a', 'b', 'd', 'e', 'f', 'g', 'h']), panel, ['c']);
    const found = findRepeatedSerials(groups, (unitId) => serials[unitId] ?? '');
    expect(found).toMatchObject([{ part: radEye, serial: 'SN-04412', units: [{ id: 'd' }, { id: 'e' }] }]);
  });
});
