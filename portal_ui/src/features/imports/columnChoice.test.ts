import { describe, expect, it } from 'vitest';
import type { RunColumn } from '../../api/imports';
import {
  getCertainty,
  getDisplacedColumns,
  getFieldsWithoutColumn,
  getMissingFields,
  getSuggestedChoice,
} from './columnChoice';

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

describe('fields of import columns', () => {
  it('are those suggested by the server at first', () => {
    expect(getSuggestedChoice([column(0, 'number'), column(3, null)])).toEqual({ c0: 'number', c3: '' });
  });

  it('belong to the last column that chose them', () => {
    expect(getDisplacedColumns({ c0: 'number', c1: 'number', c2: '' }, 'c1')).toEqual(['c0']);
    expect(getDisplacedColumns({ c0: '', c1: '', c2: 'model' }, 'c1')).toEqual([]);
  });

  it('are missing if required and without a column', () => {
    expect(getMissingFields(fields, { c0: 'number', c1: '' }, {}).map(({ label }) => label)).toEqual(['Model']);
  });

  it('need no column if they have a fixed value', () => {
    expect(getMissingFields(fields, { c0: 'number' }, { model: 'Pager' })).toEqual([]);
  });

  it('may get a fixed value if required or needed in use, and without a column', () => {
    const needed = { ...fields[2], key: 'services', neededInUse: 'Clients choose by it.' } as (typeof fields)[number];
    const absent = getFieldsWithoutColumn([...fields, needed], { c0: 'number', c1: '' });
    expect(absent.map(({ key }) => key)).toEqual(['model', 'services']);
    expect(getFieldsWithoutColumn([needed], { c4: 'services' })).toEqual([]);
  });

  it('are missing even if the fixed value is empty', () => {
    expect(getMissingFields(fields, { c0: 'number' }, { model: '' }).map(({ key }) => key)).toEqual(['model']);
  });

  it('have a certainty', () => {
    expect(getCertainty(column(0, 'number'), 'number')).toBe('sure');
    expect(getCertainty(column(0, 'number', { sure: false }), 'number')).toBe('likely');
    expect(getCertainty(column(0, 'number', { remembered: true }), 'number')).toBe('remembered');
    expect(getCertainty(column(0, 'number'), 'model')).toBe('chosen');
    expect(getCertainty(column(0, 'number'), '')).toBe('none');
  });
});
