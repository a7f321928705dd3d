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
  removeFiles: (missingIds: ReadonlySet<string>) => void,
): MissingFiles {
  const [labels, setLabels] = useState<readonly string[]>([]);
  const removeMissing = useEvent(async (): Promise<readonly FormFile[]> => {
    // Files uploaded during the request are not in the response and must not be removed.
    const checked = files();
    const existing = await fetchExistingUploads(checked.map(({ id }) => id));
    const missing = checked.filter(({ id }) => !existing.has(id));
    if (missing.length > 0) removeFiles(new Set(missing.map(({ id }) => id)));
    return missing;
  });

  useEffect(() => {
    // After an attempt without a response, the files may belong to the created request.
    if (draft.isUncertain) return;
    // On an error the files stay; the submission will report missing ones.
    removeMissing().then(
      (missing) => setLabels(missing.map(({ label }) => label)),
      () => undefined,
    );
  }, [draft, removeMissing]);

  return { labels, remove: async () => (await removeMissing()).length, dismiss: () => setLabels([]) };
}

/** Maximum number of ids in one URL. */
const MAX_CONCURRENT = 40;

/** Return which of the user's unused uploads the server still has. */
async function fetchExistingUploads(ids: readonly string[]): Promise<Set<string>> {
  const existing = new Set<string>();
  for (let from = 0; from < ids.length; from += MAX_CONCURRENT) {
    const query = { ids: ids.slice(from, from + MAX_CONCURRENT) };
    for (const id of await call<string[]>('GET', '/api/v1/files/status', { query })) existing.add(id);
  }
  return existing;
}
