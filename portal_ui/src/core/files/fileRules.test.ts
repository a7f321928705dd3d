import { describe, expect, it } from 'vitest';
import { getExtension, isPreviewable, partitionFiles } from './fileRules';

describe('file names', () => {
  it('decide whether there is a preview', () => {
    for (const name of ['a.png', 'a.JPG', 'a.jpeg', 'a.webp', 'a.ico']) expect(isPreviewable(name)).toBe(true);
    for (const name of ['a.gif', 'a.svg', 'a.n42', 'png', 'a.png.html', 'a.heic', 'b.pdf'])
      expect(isPreviewable(name)).toBe(false);
  });

  it('have a short extension or none', () => {
    expect(getExtension('spectrum.n42')).toBe('N42');
    expect(getExtension('archive.tar.gz')).toBe('GZ');
    expect(getExtension('.profile')).toBe('');
    expect(getExtension('read me.document')).toBe('');
  });
});

describe('chosen files', () => {
  const file = (name: string, size: number, photo = false) => ({ name, size, photo });
  const limits = { maxFiles: 2, maxBytes: 50_000_000 };
  const willShrink = (chosen: { photo: boolean }) => chosen.photo;

  it('are accepted in order up to the maximum count', () => {
    const { accepted, rejected } = partitionFiles([file('a', 1), file('b', 1), file('c', 1)], limits, willShrink);
    expect(accepted.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(rejected).toEqual([{ file: file('c', 1), reason: 'count' }]);
  });

  it('are rejected at the size limit, and accepted one byte below it', () => {
    const { accepted, rejected } = partitionFiles(
      [file('big', 50_000_000), file('fits', 49_999_999)],
      limits,
      willShrink,
    );
    expect(accepted.map(({ name }) => name)).toEqual(['fits']);
    expect(rejected.map(({ reason }) => reason)).toEqual(['size']);
  });

  it('may exceed the size limit if they are photos, which are resized', () => {
    expect(partitionFiles([file('photo', 60_000_000, true)], limits, willShrink).accepted).toHaveLength(1);
  });

  it('are rejected in an image field if they are no images', () => {
    const files = [file('a.png', 5), file('b.pdf', 5)];
    const { accepted, rejected } = partitionFiles(files, limits, willShrink, ({ name }) => isPreviewable(name));
    expect(accepted).toEqual([files[0]]);
    expect(rejected).toEqual([{ file: files[1], reason: 'kind' }]);
  });

  it('are rejected if empty, and then do not count', () => {
    const { accepted, rejected } = partitionFiles([file('a', 0), file('b', 1), file('c', 1)], limits, willShrink);
    expect(accepted).toHaveLength(2);
    expect(rejected.map(({ reason }) => reason)).toEqual(['empty']);
  });
});
