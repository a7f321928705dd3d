import { describe, expect, it } from 'vitest';
import { filterParts, type SelectedPart } from './parts';

const build = (id: number, maker: string, name: string, number?: string): SelectedPart => ({
  id,
  maker,
  name,
  ...(number !== undefined && { number }),
  imageUrl: null,
  category: 'PAGER',
});
const parts = [build(1, 'Núñez', 'Pager KX-77', 'P-100'), build(2, 'Acme', 'Pager LX'), build(3, 'Acme', 'Clock')];

describe('the search for a part', () => {
  it.each<[string, number[]]>([
    ['', [1, 2, 3]],
    ['pager', [1, 2]],
    ['acme pager', [2]],
    ['PAGER  acme', [2]],
    ['kx77', [1]],
    ['nunez', [1]],
    ['p100', [1]],
    ['acme kx', []],
  ])('finds parts by all words of maker, model and number: "%s"', (typed, ids) => {
    expect(filterParts(parts, typed).map(({ id }) => id)).toEqual(ids);
  });
});
