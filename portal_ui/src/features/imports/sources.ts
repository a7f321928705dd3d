/** The endings of the files that an import reads. */
export const SPREADSHEETS = '.xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt';

/** The ending of what holds pictures beside a spreadsheet. */
export const PACKED_PICTURES = '.zip';

interface Chosen {
  file: File | null;
  /** A zip of pictures beside it. */
  pictures: File | null;
  /** What was chosen beside it. */
  others: File[];
}

const isSpreadsheet = ({ name }: File): boolean =>
  SPREADSHEETS.split(',').some((end) => name.toLowerCase().endsWith(end));

const isPacked = ({ name }: File): boolean => name.toLowerCase().endsWith(PACKED_PICTURES);

/** Which of the chosen files is the spreadsheet, and which holds its pictures where it may have some. */
export function sortSources(files: readonly File[], takesPictures = false): Chosen {
  const file = files.find(isSpreadsheet) ?? null;
  const pictures = (takesPictures && files.find(isPacked)) || null;
  return { file, pictures, others: files.filter((each) => each !== file && each !== pictures) };
}

/** Why chosen files are not taken, before anything is sent. */
export function refusalOf({ file, pictures, others }: Chosen, maxBytes: number) {
  const [other] = others;
  const isSecond = other && (isSpreadsheet(other) || (pictures && isPacked(other)));
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
