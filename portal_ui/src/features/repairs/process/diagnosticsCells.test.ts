import { describe, expect, it } from 'vitest';
import { parsePastedBlock } from '../../../core/tables/pasteCells';
import { DIAGNOSTICS_CELLS, isDiagnosticsCell, isPrice, parseAmount, parseCellValue } from './diagnosticsCells';

const statuses = [
  { key: 'FOR_REPAIR', name: 'For repair' },
  { key: 'IT_IS_WORKING', name: 'Working' },
];

describe('value pasted from a spreadsheet', () => {
  it('sets a diagnosis by name or key, ignoring case', () => {
    expect(parseCellValue('status', 'for REPAIR', statuses)).toBe('FOR_REPAIR');
    expect(parseCellValue('status', 'it_is_working', statuses)).toBe('IT_IS_WORKING');
    expect(parseCellValue('status', 'broken', statuses)).toBeNull();
  });

  it.each([
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['12,5', '12.5'],
    ['US$ 80', '80'],
    ['USD\u00a01,250.00', '1250.00'],
    ['80', '80'],
    ['eighty', 'eighty'],
  ])('is parsed as an amount with a decimal point or comma: %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it('fills the columns to the right and the rows below', () => {
    const block = parsePastedBlock('For repair\tcracked\t10\nWorking\t\t', 'status', DIAGNOSTICS_CELLS, 'comment');
    expect(block?.rows).toBe(2);
    expect(block?.cells).toEqual([
      { row: 0, cell: 'status', value: 'For repair' },
      { row: 0, cell: 'comment', value: 'cracked' },
      { row: 0, cell: 'diagnosticPrice', value: '10' },
      { row: 1, cell: 'status', value: 'Working' },
    ]);
  });
});

describe('cells that accept pasted values', () => {
  it('are the texts, the diagnosis and the prices, in column order', () => {
    expect(DIAGNOSTICS_CELLS).toEqual([
      'serialNumber',
      'serviceTag',
      'status',
      'comment',
      'diagnosticPrice',
      'repairPrice',
      'partsPrice',
    ]);
    expect(['status', 'partsPrice', 'types', undefined].map(isDiagnosticsCell)).toEqual([true, true, false, false]);
    expect(DIAGNOSTICS_CELLS.filter(isPrice)).toEqual(['diagnosticPrice', 'repairPrice', 'partsPrice']);
  });

  it('keep a text as it is, and convert only prices to amounts', () => {
    expect(parseCellValue('serialNumber', '1,234', statuses)).toBe('1,234');
    expect(parseCellValue('comment', '12,5', statuses)).toBe('12,5');
    expect(parseCellValue('repairPrice', '12,5', statuses)).toBe('12.5');
  });

  it('find a diagnosis with other spaces and underscores', () => {
    expect(parseCellValue('status', '  For_repair ', statuses)).toBe('FOR_REPAIR');
  });

  it.each([
    ['1,234', '1234'],
    ['1,234,567.8', '1234567.8'],
    ['$80', '80'],
    ['1.234', '1.234'],
    ['12,345', '12345'],
    ['1,23,4', '1,23,4'],
    ['-5', '-5'],
  ])('is an amount without its separators, or left to the validation: %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });
});
