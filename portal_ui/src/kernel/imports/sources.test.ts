import { describe, expect, it } from 'vitest';
import { refusalOf, sortSources } from './sources';

const file = (name: string, size = 10) => new File(['x'.repeat(size)], name);
const judged = (files: File[], takesImages = true) => refusalOf(sortSources(files, takesImages), 100);

describe('what an import is begun with', () => {
  it('is a spreadsheet, with a zip of pictures where they are taken', () => {
    const [zip, book] = [file('pictures.ZIP'), file('Parts.xlsx')];
    expect(sortSources([zip, book], true)).toEqual({ file: book, images: zip, others: [] });
    expect(judged([zip, book])).toBeNull();
    expect(judged([zip, book], false)).toEqual({ name: 'pictures.ZIP', reason: 'kind' });
  });

  it('is refused before anything is sent, by the name of the file', () => {
    expect(judged([file('letter.pdf')])).toEqual({ name: 'letter.pdf', reason: 'kind' });
    expect(judged([file('a.csv'), file('b.csv')])).toEqual({ name: 'b.csv', reason: 'several' });
    expect(judged([file('a.csv', 0)])).toEqual({ name: 'a.csv', reason: 'empty' });
    expect(judged([file('a.csv', 101)])).toEqual({ name: 'a.csv', reason: 'size' });
  });
});
