import { describe, expect, it } from 'vitest';
import { parseFileName } from './download';

describe('parseFileName', () => {
  it.each([
    ['attachment; filename="active repairs.xlsx"', 'active repairs.xlsx'],
    ['attachment; filename=report.xlsx', 'report.xlsx'],
    ['attachment; filename="a \\"b\\".txt"', 'a "b".txt'],
    ['attachment; filename="x.txt"; filename*=UTF-8\'\'se%C3%B1al%20%D0%96.txt', 'señal Ж.txt'],
    ['attachment', undefined],
    [null, undefined],
  ])('parses %s', (header, name) => {
    expect(parseFileName(header)).toBe(name);
  });
});
