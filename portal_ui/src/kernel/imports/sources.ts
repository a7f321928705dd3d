/** The endings of the files that an import reads. */
export const SPREADSHEETS = '.xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt';

interface Chosen {
  file: File | null;
  images: File | null;
  /** What was chosen beside them. */
  others: File[];
}

const isZip = ({ name }: File): boolean => /\.zip$/i.test(name);
const isSpreadsheet = ({ name }: File): boolean =>
  SPREADSHEETS.split(',').some((end) => name.toLowerCase().endsWith(end));

/** Which of the chosen files is the spreadsheet, and which the zip of its pictures. */
export function sortSources(files: readonly File[], takesImages: boolean): Chosen {
  const images = (takesImages && files.find(isZip)) || null;
  const file = files.find(isSpreadsheet) ?? null;
  return { file, images, others: files.filter((each) => each !== images && each !== file) };
}

/** Why chosen files are not taken, before anything is sent. */
export function refusalOf({ file, images, others }: Chosen, maxBytes: number) {
  const [other] = others;
  if (other) return { name: other.name, reason: isSpreadsheet(other) ? 'several' : 'kind' } as const;
  for (const each of [file, images]) {
    if (each?.size === 0) return { name: each.name, reason: 'empty' } as const;
    if (each && each.size > maxBytes) return { name: each.name, reason: 'size' } as const;
  }
  return null;
}
