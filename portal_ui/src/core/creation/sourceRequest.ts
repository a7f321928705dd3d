import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/http';
import { fetchParts, type PartUse, type SelectedPart } from '../../api/parts';
import type { components } from '../../api/schema';
import type { UploadedFile } from '../../api/types';
import { buildDraftKey, readDraft } from '../forms/drafts';
import { useLanguage } from '../i18n/useLanguage';

type RemoteSupport = components['schemas']['SupportAnswer'];

/** Values of a remote support request that prefill a new request. */
export interface SourceRequest {
  id: number;
  number: string;
  title: string;
  description: string;
  serialNumber: string;
  /** Part, if it can be requested in this form; else null. */
  part: SelectedPart | null;
  /** Copies of its files, owned by the user. */
  files: UploadedFile[];
}

interface PrefillOptions {
  use: PartUse;
  /** Kind of the form's draft; if one exists, files are not copied again. */
  draft: string;
  acceptsFile: (file: RemoteSupport['attachments'][number], part: SelectedPart | null) => boolean;
}

const copyFile = (id: string) => call<UploadedFile>('POST', `/api/v1/files/copy/${encodeURIComponent(id)}`);

/** Return the id in `?from=`, or null. */
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
  const chosen = offered.find((file) => file.id === part?.id) ?? null;
  const files: UploadedFile[] = [];
  if (!readDraft(buildDraftKey(draft, id, 'NEW'))) {
    // Sequential, as each copy counts against the user's upload limit.
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

/** Fetch the source of a new request once; this also copies its files. */
export function useSourceRequest(id: number, options: PrefillOptions) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['origin', options.draft, id, language],
    queryFn: ({ signal }) => fetchSourceRequest(id, options, signal),
    // No refetch on invalidation: it would copy the files again.
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
    retry: false,
  });
}
