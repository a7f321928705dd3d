/** File extensions of spreadsheets. */
export const SPREADSHEET_EXTENSIONS = '.xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt';

/** File extension of an archive of images. */
export const ARCHIVE_EXTENSION = '.zip';

interface SelectedSources {
  file: File | null;
  /** Zip archive of images. */
  pictures: File | null;
  /** Chosen files that are neither. */
  unsupported: File[];
}

const isSpreadsheet = ({ name }: File): boolean =>
  SPREADSHEET_EXTENSIONS.split(',').some((end) => name.toLowerCase().endsWith(end));

const isArchive = ({ name }: File): boolean => name.toLowerCase().endsWith(ARCHIVE_EXTENSION);

/** Find the spreadsheet and, if allowed, its archive of images among chosen files. */
export function partitionSources(files: readonly File[], acceptsPictures = false): SelectedSources {
  const file = files.find(isSpreadsheet) ?? null;
  const pictures = (acceptsPictures && files.find(isArchive)) || null;
  return { file, pictures, unsupported: files.filter((each) => each !== file && each !== pictures) };
}

/** Return why chosen files are rejected before the upload, or null. */
export function getRejection({ file, pictures, unsupported }: SelectedSources, maxBytes: number) {
  const [firstOther] = unsupported;
  const isSecond = firstOther && (isSpreadsheet(firstOther) || (pictures && isArchive(firstOther)));
  if (firstOther) return { name: firstOther.name, reason: isSecond ? 'several' : 'kind' } as const;
  const chosen = [pictures, file].filter((each) => each !== null);
  const empty = chosen.find(({ size }) => size === 0);
  if (empty) return { name: empty.name, reason: 'empty' } as const;
  // Both files are sent in one request.
  const [first] = chosen;
  if (first && chosen.reduce((sum, { size }) => sum + size, 0) > maxBytes)
    return { name: first.name, reason: 'size' } as const;
  return null;
}
