import { describe, expect, it } from 'vitest';
import type { RunColumn } from '../../api/imports';
import { getCertainty, getDisplacedColumns, getMissingFields, getSuggestedChoice } from './columnChoice';

const column = (index: number, field: string | null, more: Partial<RunColumn> = {}): RunColumn => ({
  index,
  heading: `H${index}`,
  samples: [],
  field,
  sure: true,
  remembered: false,
  ...more,
});
const fields = [
  { key: 'number', label: 'Number', required: true, neededInUse: '', type: 'text' as const, choices: [] },
  { key: 'model', label: 'Model', required: true, neededInUse: '', type: 'text' as const, choices: [] },
  { key: 'note', label: 'Note', required: false, neededInUse: '', type: 'text' as const, choices: [] },
];

describe('the fields of an import’s columns', () => {
  it('are those proposed, until others are chosen', () => {
    expect(getSuggestedChoice([column(0, 'number'), column(3, null)])).toEqual({ c0: 'number', c3: '' });
  });

  it('belong to one column each: the last one chosen gets it', () => {
    expect(getDisplacedColumns({ c0: 'number', c1: 'number', c2: '' }, 'c1')).toEqual(['c0']);
    expect(getDisplacedColumns({ c0: '', c1: '', c2: 'model' }, 'c1')).toEqual([]);
  });

  it('are missing where a required one has no column', () => {
    expect(getMissingFields(fields, { c0: 'number', c1: '' }, {}).map(({ label }) => label)).toEqual(['Model']);
  });

  it('need no column where one value holds for all rows', () => {
    expect(getMissingFields(fields, { c0: 'number' }, { model: 'Pager' })).toEqual([]);
  });

  it('say how sure they are', () => {
    expect(getCertainty(column(0, 'number'), 'number')).toBe('sure');
    expect(getCertainty(column(0, 'number', { sure: false }), 'number')).toBe('likely');
    expect(getCertainty(column(0, 'number', { remembered: true }), 'number')).toBe('remembered');
    expect(getCertainty(column(0, 'number'), 'model')).toBe('chosen');
    expect(getCertainty(column(0, 'number'), '')).toBe('none');
  });
});
