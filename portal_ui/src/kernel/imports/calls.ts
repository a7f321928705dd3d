import { saveFile } from '../../server/download';
import { call } from '../../server/http';
import { postForm } from '../files/postForm';
import type { Corrected, RowsPage, Run, Verdict } from './types';

const base = '/api/v1/imports';
const of = (id: number): string => `${base}/${id}`;

/** What is brought in: a file, with a zip of pictures beside it or without, or pasted cells. */
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
  return (await postForm(base, pictures ? { file, pictures } : { file }, {
    query: { target },
    signal,
    onProgress,
  })) as Run;
}

export const readRun = (id: number, signal?: AbortSignal): Promise<Run> =>
  call('GET', of(id), signal ? { signal } : {});

/** The sheet, the line of the headings, what each column holds, and what holds for rows that have nothing in a field. */
export interface Layout {
  sheet: number;
  headerRow: number;
  /** None: they are to be proposed anew. */
  columns: { index: number; field: string | null }[];
  fixed: Record<string, string>;
  /** Another one than before: the file is read again. */
  encoding?: string;
}

export const putColumns = ({ id, version }: Run, layout: Layout): Promise<Run> =>
  call('PUT', `${of(id)}/columns`, { query: { version }, body: layout });

export const readRows = (
  id: number,
  query: { page: number; size: number; only: Verdict | null },
  signal?: AbortSignal,
): Promise<RowsPage> => call('GET', `${of(id)}/rows`, { query, ...(signal ? { signal } : {}) });

export const putRow = (id: number, number: number, cells: Record<string, string>): Promise<Corrected> =>
  call('PUT', `${of(id)}/rows/${number}`, { body: { cells } });

/** The spreadsheet of the wrong rows: as any export, one of very many is made by a job. */
export const wrongRowsOf = (id: number): string => `${of(id)}/wrong/xlsx`;

export const saveTemplate = (target: string): Promise<string> =>
  saveFile(`${base}/templates/${encodeURIComponent(target)}/xlsx`, { fallbackName: `${target}.xlsx` });

export const writeRun = ({ id, version }: Run, skipWrong: boolean): Promise<Run> =>
  call('POST', `${of(id)}/write`, { query: { version }, body: { skipWrong } });

export const cancelRun = ({ id }: Run): Promise<Run> => call('POST', `${of(id)}/cancel`);

export const undoRun = ({ id }: Run): Promise<Run> => call('POST', `${of(id)}/undo`);
