import { describe, expect, it } from 'vitest';
import { cellMove, piecesOf } from './window';

describe('the drawn part of a long table', () => {
  const near = [
    { index: 12, start: 1200, end: 1300 },
    { index: 13, start: 1300, end: 1420 },
  ];

  it('is framed by the height of the rows left out', () => {
    expect(piecesOf(near, 30_000)).toEqual([{ space: 1200 }, { index: 12 }, { index: 13 }, { space: 28_580 }]);
  });

  it('keeps the room before a row that stays drawn far away, as the one with the focus does', () => {
    const far = { index: 40, start: 4000, end: 4100 };
    expect(piecesOf([...near, far], 4100).slice(3)).toEqual([{ space: 2580 }, { index: 40 }]);
  });

  it('begins at the top and ends at the bottom without a frame, never with a negative height', () => {
    expect(piecesOf([{ index: 0, start: -4, end: 120 }], 100)).toEqual([{ index: 0 }]);
  });

  it('is all frame before anything is drawn', () => {
    expect(piecesOf([], 500)).toEqual([{ space: 500 }]);
  });
});

describe('keys in a cell', () => {
  const key = (name: string, more: Partial<Parameters<typeof cellMove>[0]> = {}) => ({
    key: name,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });
  const input = { kind: 'input', atStart: true, atEnd: true } as const;

  it('lead up and down', () => {
    expect(cellMove(key('ArrowDown'), input)).toBe('down');
    expect(cellMove(key('ArrowUp'), input)).toBe('up');
    expect(cellMove(key('Enter'), input)).toBe('down');
    expect(cellMove(key('Enter', { shiftKey: true }), input)).toBe('up');
  });

  it('leave the text of a comment only at its first and last line', () => {
    const middle = { kind: 'textarea', atStart: false, atEnd: false } as const;
    expect(cellMove(key('ArrowDown'), middle)).toBeNull();
    expect(cellMove(key('ArrowUp'), middle)).toBeNull();
    expect(cellMove(key('ArrowDown'), { ...middle, atEnd: true })).toBe('down');
    expect(cellMove(key('Enter', { shiftKey: true }), middle)).toBeNull();
  });

  it('are left to lists, to shortcuts and to everything that is no cell', () => {
    expect(cellMove(key('ArrowDown'), { ...input, kind: 'select' })).toBeNull();
    expect(cellMove(key('Enter', { ctrlKey: true }), input)).toBeNull();
    expect(cellMove(key('ArrowDown'), { ...input, kind: 'other' })).toBeNull();
    expect(cellMove(key('x'), input)).toBeNull();
  });
});
