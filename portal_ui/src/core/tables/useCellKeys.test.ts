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

  it('move up and down', () => {
    expect(getCellMove(key('ArrowDown'), input)).toBe('down');
    expect(getCellMove(key('ArrowUp'), input)).toBe('up');
    expect(getCellMove(key('Enter'), input)).toBe('down');
    expect(getCellMove(key('Enter', { shiftKey: true }), input)).toBe('up');
  });

  it('leave a textarea only at the start and end of its text', () => {
    const middle = { kind: 'textarea', atStart: false, atEnd: false } as const;
    expect(getCellMove(key('ArrowDown'), middle)).toBeNull();
    expect(getCellMove(key('ArrowUp'), middle)).toBeNull();
    expect(getCellMove(key('ArrowDown'), { ...middle, atEnd: true })).toBe('down');
    expect(getCellMove(key('Enter', { shiftKey: true }), middle)).toBeNull();
  });

  it('are ignored in selects, in shortcuts and outside of cells', () => {
    expect(getCellMove(key('ArrowDown'), { ...input, kind: 'select' })).toBeNull();
    expect(getCellMove(key('Enter', { ctrlKey: true }), input)).toBeNull();
    expect(getCellMove(key('ArrowDown'), { ...input, kind: 'other' })).toBeNull();
    expect(getCellMove(key('x'), input)).toBeNull();
  });
});
