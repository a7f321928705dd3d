import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/http';
import { type ChosenPart, fetchParts, type PartUse } from '../../api/parts';
import type { components } from '../../api/schema';
import type { UploadedFile } from '../../api/types';
import { draftKey, readDraft } from '../forms/drafts';
import { useLanguage } from '../i18n/useLanguage';

type RemoteSupport = components['schemas']['SupportAnswer'];

/** The remote support request that a new request is made out of, as far as it is carried over. */
export interface Origin {
  id: number;
  number: string;
  title: string;
  description: string;
  serialNumber: string;
  /** Its part, where that can be asked for here. */
  part: ChosenPart | null;
  /** Copies of its files, the reader's own. */
  files: UploadedFile[];
}

interface Carried {
  use: PartUse;
  /** The kind of the form's draft: what it keeps already is not copied once more. */
  draft: string;
  takesFile: (file: RemoteSupport['attachments'][number], part: ChosenPart | null) => boolean;
}

const ownCopy = (id: string) => call<UploadedFile>('POST', `/api/v1/files/copy/${encodeURIComponent(id)}`);

/** The number behind `?from=`, null where there is none. */
export const originIn = (search: URLSearchParams): number | null => {
  const from = search.get('from') ?? '';
  return /^\d{1,15}$/.test(from) ? Number(from) : null;
};

async function carriedOver(id: number, { use, draft, takesFile }: Carried, signal: AbortSignal): Promise<Origin> {
  const { number, title, description, serialNumber, part, attachments } = await call<RemoteSupport>(
    'GET',
    '/api/v1/support/fetch/by/id',
    { query: { id }, signal },
  );
  const offered = part ? await fetchParts(use, part.category.key, signal) : [];
  const chosen = offered.find((one) => one.id === part?.id) ?? null;
  const files: UploadedFile[] = [];
  if (!readDraft(draftKey(draft, id, 'NEW'))) {
    // One after the other: each counts against what one may upload.
    for (const file of attachments.filter((each) => takesFile(each, chosen))) files.push(await ownCopy(file.id));
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
export function useOrigin(id: number, carried: Carried) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['origin', carried.draft, id, language],
    queryFn: ({ signal }) => carriedOver(id, carried, signal),
    // Whatever else is asked for anew, the files are not copied again.
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
    retry: false,
  });
}
