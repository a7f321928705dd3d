/** The endings of the files that an import reads. */
export const SPREADSHEETS = '.xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt';

interface Chosen {
  file: File | null;
  /** What was chosen beside it. */
  others: File[];
}

const isSpreadsheet = ({ name }: File): boolean =>
  SPREADSHEETS.split(',').some((end) => name.toLowerCase().endsWith(end));

/** Which of the chosen files is the spreadsheet. */
export function sortSources(files: readonly File[]): Chosen {
  const file = files.find(isSpreadsheet) ?? null;
  return { file, others: files.filter((each) => each !== file) };
}

/** Why chosen files are not taken, before anything is sent. */
export function refusalOf({ file, others }: Chosen, maxBytes: number) {
  const [other] = others;
  if (other) return { name: other.name, reason: isSpreadsheet(other) ? 'several' : 'kind' } as const;
  if (file?.size === 0) return { name: file.name, reason: 'empty' } as const;
  if (file && file.size > maxBytes) return { name: file.name, reason: 'size' } as const;
  return null;
}
