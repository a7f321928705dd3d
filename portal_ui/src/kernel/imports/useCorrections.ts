import { useState, useSyncExternalStore } from 'react';
import { useRetryOnline } from '../files/uploads';
import { useUnsavedForm } from '../saving/unsavedForms';
import { Corrections } from './Corrections';
import { putRow } from './calls';
import { useTakeCorrected } from './useRows';
import { problemOfCall } from './useRun';

/** The corrections of an import while it is on the screen; leaving asks while one is not saved. */
export function useCorrections(id: number): Corrections {
  const onCorrected = useTakeCorrected(id);
  const [corrections] = useState(
    () =>
      new Corrections({
        send: (number, cells) => putRow(id, number, cells),
        onCorrected,
        problemOf: problemOfCall,
      }),
  );
  useRetryOnline(corrections);
  const { rows } = useCorrectionsState(corrections);
  useUnsavedForm({ dirty: rows.size > 0, discard: corrections.stop });
  return corrections;
}

export const useCorrectionsState = (corrections: Corrections) =>
  useSyncExternalStore(corrections.subscribe, corrections.getState);
