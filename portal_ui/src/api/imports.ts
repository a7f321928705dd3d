import { downloadFile } from './download';
import { call } from './http';
import type { components } from './schema';
import { uploadFormData } from './uploadFormData';

type Schemas = components['schemas'];

/** Import of a file, from parsing to undo. */
export type Run = Schemas['Run'];
/** State of an import. */
export type RunState = Run['state'];
export type RunColumn = Run['columns'][number];
export type RunField = Run['fields'][number];
export type Counts = NonNullable<Run['counts']>;

/** Row of the file as parsed. */
export type RunRow = Schemas['Row'];
/** Image of a row and the image that it replaces. */
export type RowPicture = Schemas['RowPicture'];
/** Outcome of a row: new, changed, unchanged or with errors. */
export type Verdict = RunRow['verdict'];
export type RowsPage = Schemas['RowsPage'];
/** Corrected row, other rows whose verdict changed, and the new counts. */
export type Corrected = Schemas['RowCorrection'];

const base = '/api/v1/imports';
const buildRunUrl = (id: number): string => `${base}/${id}`;

/** Source of an import: a file with an optional ZIP of images, or pasted cells. */
export type Source = { file: File; pictures?: File | null } | { text: string };

/** Start an import. */
export async function startRun(
  target: string,
  source: Source,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Run> {
  if ('text' in source) return call('POST', `${base}/text`, { query: { target }, body: { text: source.text }, signal });
  const { file, pictures: archive } = source;
  return (await uploadFormData(base, archive ? { file, pictures: archive } : { file }, {
    query: { target },
    signal,
    onProgress,
  })) as Run;
}

export const fetchRun = (id: number, signal?: AbortSignal): Promise<Run> =>
  call('GET', buildRunUrl(id), signal ? { signal } : {});

/** Sheet, header row, column mapping and fixed values of an import. */
export interface Layout {
  sheet: number;
  headerRow: number;
  /** Empty for a new column mapping proposed by the server. */
  columns: { index: number; field: string | null }[];
  fixed: Record<string, string>;
  /** Encoding of the file; a change parses it again. */
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

/** Return the URL of the spreadsheet of rows with errors. A job creates large ones. */
export const getWrongRowsExport = (id: number): string => `${buildRunUrl(id)}/wrong/xlsx`;

export const downloadTemplate = (target: string): Promise<string> =>
  downloadFile(`${base}/templates/${encodeURIComponent(target)}/xlsx`, { fallbackName: `${target}.xlsx` });

export const writeRun = ({ id, version }: Run, skipWrong: boolean): Promise<Run> =>
  call('POST', `${buildRunUrl(id)}/write`, { query: { version }, body: { skipWrong } });

export const cancelRun = ({ id }: Run): Promise<Run> => call('POST', `${buildRunUrl(id)}/cancel`);

export const undoRun = ({ id }: Run): Promise<Run> => call('POST', `${buildRunUrl(id)}/undo`);
