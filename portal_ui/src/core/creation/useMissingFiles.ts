import { useEvent } from 'ra-core';
import { useEffect, useState } from 'react';
import { call } from '../../api/http';
import type { RequestDraft } from './requestDraft';

/** A file of the form, and the words by which its loss is told. */
export interface FormFile {
  id: string;
  label: string;
}

/** Files that the server no longer holds: unused uploads vanish after a while. */
export interface MissingFiles {
  /** What was taken out of the form when it was opened. */
  labels: readonly string[];
  /** Takes those that are gone out of the form; answers how many. */
  remove: () => Promise<number>;
  dismiss: () => void;
}

/** Asks, once the form is open, which of its files the server still holds, and takes the others out. */
export function useMissingFiles(
  draft: RequestDraft<unknown>,
  files: () => readonly FormFile[],
  take: (gone: ReadonlySet<string>) => void,
): MissingFiles {
  const [labels, setLabels] = useState<readonly string[]>([]);
  const takeMissing = useEvent(async (): Promise<readonly FormFile[]> => {
    // What is uploaded while the answer is on its way is not asked about.
    const asked = files();
    const there = await fetchExistingUploads(asked.map(({ id }) => id));
    const gone = asked.filter(({ id }) => !there.has(id));
    if (gone.length > 0) take(new Set(gone.map(({ id }) => id)));
    return gone;
  });

  useEffect(() => {
    // After a try without an answer the files may belong to the request that arrived: they are not lost.
    if (draft.isUncertain) return;
    // Not being able to ask says nothing about the files: they stay, and submitting tells.
    takeMissing().then(
      (gone) => setLabels(gone.map(({ label }) => label)),
      () => undefined,
    );
  }, [draft, takeMissing]);

  return { labels, remove: async () => (await takeMissing()).length, dismiss: () => setLabels([]) };
}

/** So many ids fit into one address. */
const MAX_CONCURRENT = 40;

/** Those of the caller's unused uploads that the server still holds. */
async function fetchExistingUploads(ids: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>();
  for (let from = 0; from < ids.length; from += MAX_CONCURRENT) {
    const query = { ids: ids.slice(from, from + MAX_CONCURRENT) };
    for (const id of await call<string[]>('GET', '/api/v1/files/status', { query })) there.add(id);
  }
  return there;
}
