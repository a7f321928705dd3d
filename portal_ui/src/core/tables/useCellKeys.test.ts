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

  it('leave a textarea upwards at the start of its text, and by Enter only without Shift', () => {
    const middle = { kind: 'textarea', atStart: false, atEnd: false } as const;
    expect(getCellMove(key('ArrowUp'), { ...middle, atStart: true })).toBe('up');
    expect(getCellMove(key('ArrowUp'), { ...middle, atEnd: true })).toBeNull();
    expect(getCellMove(key('ArrowDown'), { ...middle, atStart: true })).toBeNull();
    expect(getCellMove(key('Enter'), middle)).toBe('down');
  });

  it.each(['ctrlKey', 'metaKey', 'altKey'])('are ignored as part of a shortcut with %s', (modifier) => {
    expect(getCellMove(key('ArrowDown', { [modifier]: true }), input)).toBeNull();
  });

  it('move between names with arrows only, as Enter shows their details', () => {
    const name = { kind: 'name', atStart: true, atEnd: true } as const;
    expect(getCellMove(key('ArrowDown'), name)).toBe('down');
    expect(getCellMove(key('ArrowUp'), name)).toBe('up');
    expect(getCellMove(key('Enter'), name)).toBeNull();
  });

  it('choose options in a select', () => {
    const select = { ...input, kind: 'select' } as const;
    expect(getCellMove(key('ArrowUp'), select)).toBeNull();
    expect(getCellMove(key('Enter'), select)).toBeNull();
  });
});
