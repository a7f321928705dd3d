import { describe, expect, it } from 'vitest';
import type { RunRow } from '../../../api/imports';
import { groupUnitsByPart, toLoadedUnits } from './loadedUnitRows';

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
});
