import { useEffect, useState, useSyncExternalStore } from 'react';
import { putRow } from '../../api/imports';
import { useRetryWhenOnline } from '../../core/files/uploads';
import { buildDraftKey, readDraft, writeDraft } from '../../core/forms/drafts';
import { useUnsavedForm } from '../../core/forms/unsavedForms';
import { type Cells, Corrections } from './Corrections';
import { useApplyCorrected } from './useRows';
import { toCallError } from './useRun';

/**
 * Return the corrections of an import, with a leave prompt while any is unsaved. Corrections left by an expired session
 * or a closed browser are sent when the import is opened again.
 */
export function useCorrections(id: number): Corrections {
  const onCorrected = useApplyCorrected(id);
  const [key] = useState(() => buildDraftKey('imports', id, 'corrections'));
  const [corrections] = useState(
    () =>
      new Corrections({
        send: (number, cells) => putRow(id, number, cells),
        onCorrected,
        toSaveError: toCallError,
        store: (pending) => writeDraft(key, Object.fromEntries(pending)),
      }),
  );
  useEffect(() => {
    const stored = Object.entries(readDraft(key)?.values ?? {});
    for (const [number, cells] of stored) corrections.correct(Number(number), cells as Cells);
  }, [key, corrections]);
  // Pending requests continue after leaving the page; unsaved corrections stay in the draft.
  const [line] = useState(() => ({ retryLost: corrections.retryLost, stop: () => {} }));
  useRetryWhenOnline(line);
  const { rows } = useCorrectionsState(corrections);
  useUnsavedForm({ dirty: rows.size > 0, discard: corrections.stop });
  return corrections;
}

export const useCorrectionsState = (corrections: Corrections) =>
  useSyncExternalStore(corrections.subscribe, corrections.getState);
