import { describe, expect, it } from 'vitest';
import { parseUnitBlock } from './paste';

describe('pasted text', () => {
  it('with a single value is left to the field', () => {
    expect(parseUnitBlock('04412', 'serialNumber')).toBeNull();
    expect(parseUnitBlock('04412\r\n', 'serialNumber')).toBeNull();
    expect(parseUnitBlock('', 'serialNumber')).toBeNull();
  });

  it('with one column fills the cells below', () => {
    expect(parseUnitBlock('A1\r\n A2 \r\nA3\r\n\r\n', 'serialNumber')).toEqual({
      rows: 3,
      cells: [
        { row: 0, cell: 'serialNumber', value: 'A1' },
        { row: 1, cell: 'serialNumber', value: 'A2' },
        { row: 2, cell: 'serialNumber', value: 'A3' },
      ],
    });
  });

  it('keeps row positions across an empty cell', () => {
    expect(parseUnitBlock('A1\n\nA3', 'serviceTag')).toEqual({
      rows: 3,
      cells: [
        { row: 0, cell: 'serviceTag', value: 'A1' },
        { row: 2, cell: 'serviceTag', value: 'A3' },
      ],
    });
  });

  it('with several columns fills the cells to the right and drops extra columns', () => {
    expect(parseUnitBlock('A1\tT1\tDead\tmore\nA2\tT2\t"No\nsound"\tmore', 'serialNumber')?.cells).toEqual([
      { row: 0, cell: 'serialNumber', value: 'A1' },
      { row: 0, cell: 'serviceTag', value: 'T1' },
      { row: 0, cell: 'problemDescription', value: 'Dead' },
      { row: 1, cell: 'serialNumber', value: 'A2' },
      { row: 1, cell: 'serviceTag', value: 'T2' },
      { row: 1, cell: 'problemDescription', value: 'No\nsound' },
    ]);
  });

  it('with several lines of prose stays in the problem field', () => {
    expect(parseUnitBlock('First line\nsecond line', 'problemDescription')).toBeNull();
  });
});
