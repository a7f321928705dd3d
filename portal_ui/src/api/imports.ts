import { downloadFile } from './download';
import { call } from './http';
import type { components } from './schema';
import { uploadFormData } from './uploadFormData';

type Schemas = components['schemas'];

/** One import of a file, from its reading to its undoing. */
export type Run = Schemas['Run'];
/** State of an import. */
export type RunState = Run['state'];
export type RunColumn = Run['columns'][number];
export type RunField = Run['fields'][number];
export type Counts = NonNullable<Run['counts']>;

/** A row of the file as it was understood. */
export type RunRow = Schemas['Row'];
/** The picture that a row brings, and the one that it replaces. */
export type RowPicture = Schemas['RowPicture'];
/** Outcome of a row: new, changed, unchanged or with errors. */
export type Verdict = RunRow['verdict'];
export type RowsPage = Schemas['RowsPage'];
/** A corrected row, the others whose verdict it changed, and how many there are of each kind now. */
export type Corrected = Schemas['RowCorrection'];

const base = '/api/v1/imports';
const buildRunUrl = (id: number): string => `${base}/${id}`;

/** Source of an import: a file with an optional ZIP of pictures, or pasted cells. */
export type Source = { file: File; pictures?: File | null } | { text: string };

/** Begins an import. */
export async function startRun(
  target: string,
  source: Source,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Run> {
  if ('text' in source) return call('POST', `${base}/text`, { query: { target }, body: { text: source.text }, signal });
  const { file, pictures } = source;
  return (await uploadFormData(base, pictures ? { file, pictures } : { file }, {
    query: { target },
    signal,
    onProgress,
  })) as Run;
}

export const fetchRun = (id: number, signal?: AbortSignal): Promise<Run> =>
  call('GET', buildRunUrl(id), signal ? { signal } : {});

/** The sheet, the line of the headings, what each column holds, and what holds for rows that have nothing in a field. */
export interface Layout {
  sheet: number;
  headerRow: number;
  /** Empty to have the server propose the columns again. */
  columns: { index: number; field: string | null }[];
  fixed: Record<string, string>;
  /** Another one than before: the file is read again. */
  encoding?: string;
}

export const putColumns = ({ id, version }: Run, layout: Layout): Promise<Run> =>
  call('PUT', `${buildRunUrl(id)}/columns`, { query: { version }, body: layout });

export const fetchRows = (
  id: number,
  query: { page: number; size: number; only: Verdict | null },
  signal?: AbortSignal,
): Promise<RowsPage> => call('GET', `${buildRunUrl(id)}/rows`, { query, ...(signal ? { signal } : {}) });

export const putRow = (id: number, number: number, cells: Record<string, string>): Promise<Corrected> =>
  call('PUT', `${buildRunUrl(id)}/rows/${number}`, { body: { cells } });

/** URL of the spreadsheet of rows with errors; a large one becomes a job, like any export. */
export const getWrongRowsExport = (id: number): string => `${buildRunUrl(id)}/wrong/xlsx`;

export const downloadTemplate = (target: string): Promise<string> =>
  downloadFile(`${base}/templates/${encodeURIComponent(target)}/xlsx`, { fallbackName: `${target}.xlsx` });

export const writeRun = ({ id, version }: Run, skipWrong: boolean): Promise<Run> =>
  call('POST', `${buildRunUrl(id)}/write`, { query: { version }, body: { skipWrong } });

export const cancelRun = ({ id }: Run): Promise<Run> => call('POST', `${buildRunUrl(id)}/cancel`);

export const undoRun = ({ id }: Run): Promise<Run> => call('POST', `${buildRunUrl(id)}/undo`);
