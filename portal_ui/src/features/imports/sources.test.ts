import { describe, expect, it } from 'vitest';
import { getRejection, partitionSources } from './sources';

const file = (name: string, size = 10) => new File(['x'.repeat(size)], name);
const getFilesRejection = (files: File[]) => getRejection(partitionSources(files), 100);

describe('sources of an import', () => {
  it('consist of one spreadsheet', () => {
    const [zip, book] = [file('pictures.ZIP'), file('Parts.XLSX')];
    expect(getFilesRejection([book])).toBeNull();
    expect(getFilesRejection([zip, book])).toEqual({ name: 'pictures.ZIP', reason: 'kind' });
  });

  it('may include a zip of images if rows may have images', () => {
    const [zip, book] = [file('pictures.ZIP', 60), file('Parts.xlsx', 60)];
    expect(partitionSources([zip, book], true)).toEqual({ file: book, pictures: zip, unsupported: [] });
    expect(getRejection(partitionSources([zip], true), 100)).toBeNull();
    expect(getRejection(partitionSources([zip, book], true), 100)).toEqual({ name: 'pictures.ZIP', reason: 'size' });
    const second = getRejection(partitionSources([zip, file('more.zip')], true), 100);
    expect(second).toEqual({ name: 'more.zip', reason: 'several' });
  });

  it('are rejected by file name before the upload', () => {
    expect(getFilesRejection([file('letter.pdf')])).toEqual({ name: 'letter.pdf', reason: 'kind' });
    expect(getFilesRejection([file('a.csv'), file('b.csv')])).toEqual({ name: 'b.csv', reason: 'several' });
    expect(getFilesRejection([file('a.csv', 0)])).toEqual({ name: 'a.csv', reason: 'empty' });
    expect(getFilesRejection([file('a.csv', 101)])).toEqual({ name: 'a.csv', reason: 'size' });
  });

  it('may have the maximum size together', () => {
    expect(getFilesRejection([file('a.csv', 100)])).toBeNull();
    const both = [file('Parts.xlsx', 40), file('pictures.zip', 60)];
    expect(getRejection(partitionSources(both, true), 100)).toBeNull();
    expect(getRejection(partitionSources([file('big.zip', 101)], true), 100)).toEqual({
      name: 'big.zip',
      reason: 'size',
    });
  });

  it.each(['xlsx', 'xlsm', 'xls', 'ods', 'csv', 'tsv', 'txt'])('may be a file of the format %s', (format) => {
    expect(getFilesRejection([file(`Parts.${format}`)])).toBeNull();
  });

  it('may not be an empty zip of images', () => {
    const both = [file('Parts.xlsx'), file('pictures.zip', 0)];
    expect(getRejection(partitionSources(both, true), 100)).toEqual({ name: 'pictures.zip', reason: 'empty' });
  });

  it('are no two spreadsheets, even where a zip is accepted', () => {
    const selected = partitionSources([file('a.csv'), file('b.csv')], true);
    expect(getRejection(selected, 100)).toEqual({ name: 'b.csv', reason: 'several' });
    expect(getRejection(partitionSources([], true), 100)).toBeNull();
  });
});
