import { useEvent } from 'ra-core';
import { useEffect, useState } from 'react';
import { call } from '../../api/http';
import type { RequestDraft } from './requestDraft';

/** Uploaded file of a form, with a label for the alert that it is missing. */
export interface FormFile {
  id: string;
  label: string;
}

/** Files that the server no longer has: unused uploads expire. */
export interface MissingFiles {
  /** Labels of the files that were removed when the form was opened. */
  labels: readonly string[];
  /** Remove expired files from the form and return their number. */
  remove: () => Promise<number>;
  dismiss: () => void;
}

/** Remove the files of a restored form that the server no longer has. */
export function useMissingFiles(
  draft: RequestDraft<unknown>,
  files: () => readonly FormFile[],
  take: (gone: ReadonlySet<string>) => void,
): MissingFiles {
  const [labels, setLabels] = useState<readonly string[]>([]);
  const takeMissing = useEvent(async (): Promise<readonly FormFile[]> => {
    // Files uploaded during the request are not in the response and must not be removed.
    const asked = files();
    const there = await fetchExistingUploads(asked.map(({ id }) => id));
    const gone = asked.filter(({ id }) => !there.has(id));
    if (gone.length > 0) take(new Set(gone.map(({ id }) => id)));
    return gone;
  });

  useEffect(() => {
    // After an attempt without a response, the files may belong to the created request.
    if (draft.isUncertain) return;
    // On an error the files stay; the submission will report missing ones.
    takeMissing().then(
      (gone) => setLabels(gone.map(({ label }) => label)),
      () => undefined,
    );
  }, [draft, takeMissing]);

  return { labels, remove: async () => (await takeMissing()).length, dismiss: () => setLabels([]) };
}

/** Maximum number of ids in one URL. */
const MAX_CONCURRENT = 40;

/** Return which of the user's unused uploads the server still has. */
async function fetchExistingUploads(ids: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>();
  for (let from = 0; from < ids.length; from += MAX_CONCURRENT) {
    const query = { ids: ids.slice(from, from + MAX_CONCURRENT) };
    for (const id of await call<string[]>('GET', '/api/v1/files/status', { query })) there.add(id);
  }
  return there;
}
