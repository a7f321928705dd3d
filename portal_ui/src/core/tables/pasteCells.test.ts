import { describe, expect, it } from 'vitest';
import { parseCells } from './pasteCells';

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
