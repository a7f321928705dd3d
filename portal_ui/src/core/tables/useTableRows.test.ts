import { describe, expect, it } from 'vitest';
import { toSpacers } from './useTableRows';

describe('the drawn part of a long table', () => {
  const near = [
    { index: 12, start: 1200, end: 1300 },
    { index: 13, start: 1300, end: 1420 },
  ];

  it('is framed by the height of the rows left out', () => {
    expect(toSpacers(near, 30_000)).toEqual([{ space: 1200 }, { index: 12 }, { index: 13 }, { space: 28_580 }]);
  });

  it('keeps the room before a row that stays drawn far away, as the one with the focus does', () => {
    const far = { index: 40, start: 4000, end: 4100 };
    expect(toSpacers([...near, far], 4100).slice(3)).toEqual([{ space: 2580 }, { index: 40 }]);
  });

  it('begins at the top and ends at the bottom without a frame, never with a negative height', () => {
    expect(toSpacers([{ index: 0, start: -4, end: 120 }], 100)).toEqual([{ index: 0 }]);
  });

  it('is all frame before anything is drawn', () => {
    expect(toSpacers([], 500)).toEqual([{ space: 500 }]);
  });
});
