import { describe, expect, it } from 'vitest';
import { cellMove, windowOf } from './window';

describe('the drawn part of a long table', () => {
  const items = [
    { index: 12, start: 1200, end: 1300 },
    { index: 13, start: 1300, end: 1420 },
    { index: 14, start: 1420, end: 1500 },
  ];

  it('is framed by the height of the rows left out', () => {
    expect(windowOf(items, 30_000)).toEqual({ start: 12, end: 15, before: 1200, after: 28_500 });
  });

  it('begins at the top and ends at the bottom without a frame', () => {
    expect(windowOf([{ index: 0, start: 0, end: 100 }], 100)).toEqual({ start: 0, end: 1, before: 0, after: 0 });
  });

  it('never has a negative height while rows are being measured', () => {
    expect(windowOf([{ index: 0, start: -4, end: 120 }], 100)).toEqual({ start: 0, end: 1, before: 0, after: 0 });
  });

  it('is all frame before anything is drawn', () => {
    expect(windowOf([], 500)).toEqual({ start: 0, end: 0, before: 0, after: 500 });
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
