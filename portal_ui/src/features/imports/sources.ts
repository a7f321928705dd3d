/** The endings of the files that an import reads. */
export const SPREADSHEET_EXTENSIONS = '.xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt';

/** The ending of what holds pictures beside a spreadsheet. */
export const ARCHIVE_EXTENSION = '.zip';

interface SelectedSources {
  file: File | null;
  /** A zip of pictures beside it. */
  pictures: File | null;
  /** What was chosen beside it. */
  others: File[];
}

const isSpreadsheet = ({ name }: File): boolean =>
  SPREADSHEET_EXTENSIONS.split(',').some((end) => name.toLowerCase().endsWith(end));

const isArchive = ({ name }: File): boolean => name.toLowerCase().endsWith(ARCHIVE_EXTENSION);

/** Which of the chosen files is the spreadsheet, and which holds its pictures where it may have some. */
export function partitionSources(files: readonly File[], takesPictures = false): SelectedSources {
  const file = files.find(isSpreadsheet) ?? null;
  const pictures = (takesPictures && files.find(isArchive)) || null;
  return { file, pictures, others: files.filter((each) => each !== file && each !== pictures) };
}

/** Why chosen files are not taken, before anything is sent. */
export function getRejection({ file, pictures, others }: SelectedSources, maxBytes: number) {
  const [other] = others;
  const isSecond = other && (isSpreadsheet(other) || (pictures && isArchive(other)));
  if (other) return { name: other.name, reason: isSecond ? 'several' : 'kind' } as const;
  const chosen = [pictures, file].filter((each) => each !== null);
  const empty = chosen.find(({ size }) => size === 0);
  if (empty) return { name: empty.name, reason: 'empty' } as const;
  // They are sent as one.
  const [first] = chosen;
  if (first && chosen.reduce((sum, { size }) => sum + size, 0) > maxBytes)
    return { name: first.name, reason: 'size' } as const;
  return null;
}
