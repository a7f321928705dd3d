import { describe, expect, it } from 'vitest';
import { toSpacers } from './useTableRows';

describe('rendered part of a virtualized table', () => {
  const adjacent = [
    { index: 12, start: 1200, end: 1300 },
    { index: 13, start: 1300, end: 1420 },
  ];

  it('has spacers for the rows that are not rendered', () => {
    expect(toSpacers(adjacent, 30_000)).toEqual([{ space: 1200 }, { index: 12 }, { index: 13 }, { space: 28_580 }]);
  });

  it('has a spacer before a distant rendered row, such as the focused one', () => {
    const distant = { index: 40, start: 4000, end: 4100 };
    expect(toSpacers([...adjacent, distant], 4100).slice(3)).toEqual([{ space: 2580 }, { index: 40 }]);
  });

  it('has no spacer at the top and bottom of the table, and never a negative height', () => {
    expect(toSpacers([{ index: 0, start: -4, end: 120 }], 100)).toEqual([{ index: 0 }]);
  });

  it('is a single spacer before any row is rendered', () => {
    expect(toSpacers([], 500)).toEqual([{ space: 500 }]);
  });
});
