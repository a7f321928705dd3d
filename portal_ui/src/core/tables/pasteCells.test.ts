import { describe, expect, it } from 'vitest';
import { parseCells, parsePastedBlock } from './pasteCells';

describe('cells of a spreadsheet', () => {
  it('are split by tabs and any line end', () => {
    expect(parseCells('a\tb\r\nc\td\ne\rf')).toEqual([['a', 'b'], ['c', 'd'], ['e'], ['f']]);
  });

  it('may contain line breaks, tabs and quotes when quoted', () => {
    expect(parseCells('"two\nlines"\t"says ""on"""\nnext')).toEqual([['two\nlines', 'says "on"'], ['next']]);
  });

  it('may begin with an inch mark', () => {
    expect(parseCells('"3 inch\nb')).toEqual([['"3 inch'], ['b']]);
  });
});

describe('a pasted block', () => {
  const columns = ['status', 'comment', 'price'] as const;
  const paste = (text: string, cell: (typeof columns)[number] = 'status') =>
    parsePastedBlock(text, cell, columns, 'comment');

  it('fills the cells from the one pasted into, and leaves fields of empty cells unchanged', () => {
    expect(paste('a\tb\n\t c ', 'comment')).toEqual({
      rows: 2,
      cells: [
        { row: 0, cell: 'comment', value: 'a' },
        { row: 0, cell: 'price', value: 'b' },
        { row: 1, cell: 'price', value: 'c' },
      ],
    });
  });

  it('drops cells to the right of the last column', () => {
    expect(paste('a\tb', 'price')?.cells).toEqual([{ row: 0, cell: 'price', value: 'a' }]);
  });

  it('keeps the line breaks of a comment only', () => {
    const [status, comment] = paste('"two\nlines"\t"two\nlines"')?.cells ?? [];
    expect([status?.value, comment?.value]).toEqual(['two lines', 'two\nlines']);
  });

  it('fills the rows below with one copied column', () => {
    expect(paste('a\nb')).toMatchObject({ rows: 2, cells: [{ row: 0 }, { row: 1, cell: 'status', value: 'b' }] });
  });

  it('ends at the last line with text', () => {
    expect(paste('a\n\nb\n \n\t\n')?.rows).toBe(3);
  });

  it.each([
    ['one value', 'a', 'status'],
    ['one value with the line end of a copied cell', 'a\r\n', 'price'],
    ['nothing', ' \n', 'status'],
    ['several lines of a comment', 'two\nlines', 'comment'],
  ] as const)('is ordinary text if it is %s', (_, text, cell) => {
    expect(paste(text, cell)).toBeNull();
  });
});
