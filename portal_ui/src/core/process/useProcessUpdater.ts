import { createContext, useContext, useState } from 'react';
import type { ProcessRecord, RequestUpdate, SaveResponse } from '../../api/requests';
import type { SaveError } from '../forms/saveError';
import type * as update from '../forms/useRequestUpdate';

export type SaveOptions = update.SaveOptions<ProcessRecord, SaveResponse>;
export type Merging = update.Merging<ProcessRecord, SaveResponse>;
export type SaveConflict = update.SaveConflict<ProcessRecord>;

/** Updates of the request on the page, with reload and optimistic updates. */
export interface ProcessUpdater extends update.RequestUpdater<ProcessRecord, RequestUpdate, SaveResponse> {
  reload: () => Promise<unknown>;
  /** Apply an optimistic update to the cached record. */
  patch: (change: (record: ProcessRecord) => ProcessRecord) => void;
}

const ProcessUpdaterContext = createContext<ProcessUpdater | null>(null);
export const ProcessUpdaterProvider = ProcessUpdaterContext.Provider;

/** Return the updater of the record on the page. */
export function useProcessUpdater(): ProcessUpdater {
  const save = useContext(ProcessUpdaterContext);
  if (!save) throw new Error('useProcessUpdater must be used within ProcessUpdaterProvider');
  return save;
}

/** Return a save for dialogs: errors are shown in the dialog, which stays open. */
export function useDialogSave() {
  const { run, busy } = useProcessUpdater();
  const [problem, setProblem] = useState<SaveError | null>(null);
  const save = (write: RequestUpdate, options: SaveOptions): Promise<SaveResponse | null> => {
    setProblem(null);
    return run(write, { ...options, onError: setProblem });
  };
  return { save, busy, problem };
}
