import { describe, expect, it } from 'vitest';
import { countRepeatedSerials } from './RepeatedSerial';
import { createEmptyUnit } from './unitGroups';

const part = (id: number) => ({ id, category: 'HANDHELD', name: `P${id}`, maker: 'Acme', imageUrl: null });
const units = (serials: Record<string, string>) =>
  Object.fromEntries(Object.entries(serials).map(([id, serialNumber]) => [id, { ...createEmptyUnit(), serialNumber }]));

describe('repeated serial numbers', () => {
  it('are found regardless of case and separators', () => {
    const groups = [{ part: part(1), unitIds: ['u1', 'u2', 'u3'] }];
    const typed = units({ u1: 'DUP-001', u2: 'other', u3: 'dup 001' });
    expect([...countRepeatedSerials(groups, typed)]).toEqual([
      ['u1', 3],
      ['u3', 1],
    ]);
  });

  it('ignore other parts, empty serial numbers and placeholders', () => {
    const groups = [
      { part: part(1), unitIds: ['u1', 'u2', 'u3', 'u4', 'u6'] },
      { part: part(2), unitIds: ['u5'] },
    ];
    const typed = units({ u1: 'A-1', u2: '', u3: '?', u4: 'unknown', u6: 'Unknown', u5: 'A-1' });
    expect(countRepeatedSerials(groups, typed).size).toBe(0);
  });

  it('of more than two units point to the first, and the first to the second', () => {
    const groups = [{ part: part(1), unitIds: ['u1', 'u2', 'u3'] }];
    const found = countRepeatedSerials(groups, units({ u1: 'A-1', u2: 'A-1', u3: 'A-1' }));
    expect(Object.fromEntries(found)).toEqual({ u1: 2, u2: 1, u3: 1 });
  });

  it('are none before the form has values', () => {
    expect(countRepeatedSerials([{ part: part(1), unitIds: ['u1', 'u2'] }], undefined).size).toBe(0);
  });
});
