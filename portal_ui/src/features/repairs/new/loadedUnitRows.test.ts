import { describe, expect, it } from 'vitest';
import type { Run, RunRow } from '../../../api/imports';
import { groupUnitsByPart, needsPart, toLoadedUnits } from './loadedUnitRows';

const row = (number: number, partId: number | null, serialNumber: string): RunRow => ({
  number,
  verdict: 'CREATE',
  recordId: partId,
  record:
    partId === null
      ? null
      : { id: partId, partName: 'Pager', manufacturer: 'Acme', number: 'P-1', category: 'HANDHELD', imageUrl: null },
  cells: { serialNumber, serviceTag: 'T' },
  old: {},
  errors: {},
  notes: {},
});

describe('units from rows of a file', () => {
  it('have the part and the unchanged texts of their row', () => {
    expect(toLoadedUnits([row(2, 5, '007'), row(3, null, 'X')])).toEqual([
      {
        part: { id: 5, name: 'Pager', maker: 'Acme', number: 'P-1', category: 'HANDHELD', imageUrl: null },
        cells: { serialNumber: '007', serviceTag: 'T', problemDescription: '' },
      },
    ]);
  });

  it('are grouped by part, in file order', () => {
    const units = toLoadedUnits([row(2, 5, 'A'), row(3, 6, 'B'), row(4, 5, 'C')]);
    const serials = groupUnitsByPart(units).map((group) => group.units.map(({ cells }) => cells.serialNumber));
    expect(serials).toEqual([['A', 'C'], ['B']]);
  });

  it('keep parts with the same id of different categories apart', () => {
    const [first, second] = toLoadedUnits([row(2, 5, 'A'), row(3, 5, 'B')]);
    if (!first || !second) throw new Error('expected two units');
    const groups = groupUnitsByPart([first, { ...second, part: { ...second.part, category: 'RPM' } }]);
    expect(groups.map(({ part, units }) => [part.category, units.length])).toEqual([
      ['HANDHELD', 1],
      ['RPM', 1],
    ]);
  });
});

describe('rows that need the chosen part', () => {
  const column = (field: string | null) => ({
    index: 0,
    heading: '',
    samples: [],
    field,
    sure: true,
    remembered: false,
  });
  const build = (state: Run['state'], fields: (string | null)[], fixed: Run['fixed'] = {}) => ({
    state,
    columns: fields.map(column),
    fixed,
  });

  it('have serial numbers, but no column or value for the part', () => {
    for (const state of ['COLUMNS', 'REVIEW'] as const)
      expect(needsPart(build(state, ['serialNumber', null]))).toBe(true);
    expect(needsPart(build('REVIEW', ['serviceTag']))).toBe(false);
    expect(needsPart(build('REVIEW', ['serialNumber', 'part']))).toBe(false);
    expect(needsPart(build('REVIEW', ['serialNumber', 'model']))).toBe(false);
    expect(needsPart(build('REVIEW', ['serialNumber'], { part: 'Acme P-1' }))).toBe(false);
  });

  it('are known only after the rows were read', () => {
    for (const state of ['READING', 'CHECKING', 'FAILED'] as const)
      expect(needsPart(build(state, ['serialNumber']))).toBe(false);
  });
});
