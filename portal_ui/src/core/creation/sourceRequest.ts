import { useMutation, useQuery } from '@tanstack/react-query';
import { useEvent } from 'ra-core';
import { useEffect, useMemo, useRef } from 'react';
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

type FetchedRequest = Omit<SourceRequest, 'files'> & { attachments: RemoteSupport['attachments'] };

async function fetchSourceRequest(id: number, use: PartUse, signal: AbortSignal): Promise<FetchedRequest> {
  const { number, title, description, serialNumber, part, attachments } = await call<RemoteSupport>(
    'GET',
    '/api/v1/support/fetch/by/id',
    { query: { id }, signal },
  );
  const offered = part ? await fetchParts({ serviceCategories: use }, part.category.key, signal) : [];
  const selected = offered.find((one) => one.id === part?.id) ?? null;
  return { id, number, title, description, serialNumber, part: selected, attachments };
}

/** Copy files one after another, as each counts against the user's upload limit. */
async function copyFiles(ids: readonly string[]): Promise<UploadedFile[]> {
  const copies: UploadedFile[] = [];
  for (const id of ids) {
    copies.push(await call<UploadedFile>('POST', `/api/v1/files/copy/${encodeURIComponent(id)}`));
  }
  return copies;
}

/** Fetch the source of a new request, and copy its files once. */
export function useSourceRequest(id: number, { use, draft, acceptsFile }: PrefillOptions) {
  const language = useLanguage();
  const source = useQuery({
    queryKey: ['source-request', use, id, language],
    queryFn: ({ signal }) => fetchSourceRequest(id, use, signal),
    // No refetch on invalidation: a later version must not change the form.
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
    retry: false,
  });
  const copy = useMutation({ mutationFn: copyFiles });
  const startCopying = useEvent(() => {
    const hasDraft = readDraft(buildDraftKey(draft, id, 'NEW')) !== null;
    const { attachments = [], part = null } = source.data ?? {};
    const accepted = hasDraft ? [] : attachments.filter((file) => acceptsFile(file, part));
    copy.mutate(accepted.map((file) => file.id));
  });
  const isFetched = source.isSuccess;
  // StrictMode runs effects twice, but each copy is a new file.
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!isFetched || hasStarted.current) return;
    hasStarted.current = true;
    startCopying();
  }, [isFetched, startCopying]);
  const data = useMemo(
    () => (source.data && copy.data ? { ...source.data, files: copy.data } : undefined),
    [source.data, copy.data],
  );
  return {
    data,
    error: source.error ?? copy.error,
    retry: () => (source.isSuccess ? startCopying() : void source.refetch()),
  };
}
