import { describe, expect, it } from 'vitest';
import { cellMove } from './useCellKeys';

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
