import { describe, expect, it } from 'vitest';
import { getExtension, isPreviewable, partitionFiles } from './fileRules';

describe('names', () => {
  it('say what has a preview', () => {
    for (const name of ['a.png', 'a.JPG', 'a.jpeg', 'a.webp', 'a.ico']) expect(isPreviewable(name)).toBe(true);
    for (const name of ['a.gif', 'a.svg', 'a.n42', 'png', 'a.png.html', 'a.heic', 'b.pdf'])
      expect(isPreviewable(name)).toBe(false);
  });

  it('give a short extension or none', () => {
    expect(getExtension('spectrum.n42')).toBe('N42');
    expect(getExtension('archive.tar.gz')).toBe('GZ');
    expect(getExtension('.profile')).toBe('');
    expect(getExtension('read me.document')).toBe('');
  });
});

describe('chosen files', () => {
  const file = (name: string, size: number, photo = false) => ({ name, size, photo });
  const room = { places: 2, maxBytes: 50_000_000 };
  const willShrink = (chosen: { photo: boolean }) => chosen.photo;

  it('are taken while there are places, in their order', () => {
    const { taken, refused } = partitionFiles([file('a', 1), file('b', 1), file('c', 1)], room, willShrink);
    expect(taken.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(refused).toEqual([{ file: file('c', 1), why: 'count' }]);
  });

  it('of the limit or above are refused, one byte less is taken', () => {
    const { taken, refused } = partitionFiles([file('big', 50_000_000), file('fits', 49_999_999)], room, willShrink);
    expect(taken.map(({ name }) => name)).toEqual(['fits']);
    expect(refused.map(({ why }) => why)).toEqual(['size']);
  });

  it('that are photos may be larger: they are made smaller first', () => {
    expect(partitionFiles([file('photo', 60_000_000, true)], room, willShrink).taken).toHaveLength(1);
  });

  it('that are no pictures are refused where only those fit', () => {
    const files = [file('a.png', 5), file('b.pdf', 5)];
    const { taken, refused } = partitionFiles(files, room, willShrink, ({ name }) => isPreviewable(name));
    expect(taken).toEqual([files[0]]);
    expect(refused).toEqual([{ file: files[1], why: 'kind' }]);
  });

  it('that are empty are refused and take no place', () => {
    const { taken, refused } = partitionFiles([file('a', 0), file('b', 1), file('c', 1)], room, willShrink);
    expect(taken).toHaveLength(2);
    expect(refused.map(({ why }) => why)).toEqual(['empty']);
  });
});
