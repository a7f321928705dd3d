import { describe, expect, it } from 'vitest';
import { getCellMove } from './useCellKeys';

describe('keys in a cell', () => {
  const key = (name: string, more: Partial<Parameters<typeof getCellMove>[0]> = {}) => ({
    key: name,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });
  const input = { kind: 'input', atStart: true, atEnd: true } as const;

  it('lead up and down', () => {
    expect(getCellMove(key('ArrowDown'), input)).toBe('down');
    expect(getCellMove(key('ArrowUp'), input)).toBe('up');
    expect(getCellMove(key('Enter'), input)).toBe('down');
    expect(getCellMove(key('Enter', { shiftKey: true }), input)).toBe('up');
  });

  it('leave the text of a comment only at its first and last line', () => {
    const middle = { kind: 'textarea', atStart: false, atEnd: false } as const;
    expect(getCellMove(key('ArrowDown'), middle)).toBeNull();
    expect(getCellMove(key('ArrowUp'), middle)).toBeNull();
    expect(getCellMove(key('ArrowDown'), { ...middle, atEnd: true })).toBe('down');
    expect(getCellMove(key('Enter', { shiftKey: true }), middle)).toBeNull();
  });

  it('are left to lists, to shortcuts and to everything that is no cell', () => {
    expect(getCellMove(key('ArrowDown'), { ...input, kind: 'select' })).toBeNull();
    expect(getCellMove(key('Enter', { ctrlKey: true }), input)).toBeNull();
    expect(getCellMove(key('ArrowDown'), { ...input, kind: 'other' })).toBeNull();
    expect(getCellMove(key('x'), input)).toBeNull();
  });
});
