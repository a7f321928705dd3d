import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/http';
import { fetchParts, type PartUse, type SelectedPart } from '../../api/parts';
import type { components } from '../../api/schema';
import type { UploadedFile } from '../../api/types';
import { buildDraftKey, readDraft } from '../forms/drafts';
import { useLanguage } from '../i18n/useLanguage';

type RemoteSupport = components['schemas']['SupportAnswer'];

/** The remote support request that a new request is made out of, as far as it is carried over. */
export interface SourceRequest {
  id: number;
  number: string;
  title: string;
  description: string;
  serialNumber: string;
  /** Its part, where that can be asked for here. */
  part: SelectedPart | null;
  /** Copies of its files, the reader's own. */
  files: UploadedFile[];
}

interface PrefillOptions {
  use: PartUse;
  /** The kind of the form's draft: what it keeps already is not copied once more. */
  draft: string;
  acceptsFile: (file: RemoteSupport['attachments'][number], part: SelectedPart | null) => boolean;
}

const copyFile = (id: string) => call<UploadedFile>('POST', `/api/v1/files/copy/${encodeURIComponent(id)}`);

/** The number behind `?from=`, null where there is none. */
export const parseSourceRequestId = (search: URLSearchParams): number | null => {
  const from = search.get('from') ?? '';
  return /^\d{1,15}$/.test(from) ? Number(from) : null;
};

async function fetchSourceRequest(
  id: number,
  { use, draft, acceptsFile }: PrefillOptions,
  signal: AbortSignal,
): Promise<SourceRequest> {
  const { number, title, description, serialNumber, part, attachments } = await call<RemoteSupport>(
    'GET',
    '/api/v1/support/fetch/by/id',
    { query: { id }, signal },
  );
  const offered = part ? await fetchParts(use, part.category.key, signal) : [];
  const chosen = offered.find((one) => one.id === part?.id) ?? null;
  const files: UploadedFile[] = [];
  if (!readDraft(buildDraftKey(draft, id, 'NEW'))) {
    // One after the other: each counts against what one may upload.
    for (const file of attachments.filter((each) => acceptsFile(each, chosen))) files.push(await copyFile(file.id));
  }
  return {
    id,
    number,
    title,
    description,
    serialNumber,
    part: chosen,
    files,
  };
}

/** Reads what a new request is made out of, once: its files are copied on the way. */
export function useSourceRequest(id: number, carried: PrefillOptions) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['origin', carried.draft, id, language],
    queryFn: ({ signal }) => fetchSourceRequest(id, carried, signal),
    // Whatever else is asked for anew, the files are not copied again.
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
    retry: false,
  });
}
