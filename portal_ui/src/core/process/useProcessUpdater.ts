import { createContext, useContext, useState } from 'react';
import type { ProcessRecord, RequestUpdate, SaveResponse } from '../../api/requests';
import type { SaveError } from '../forms/saveError';
import type * as update from '../forms/useRequestUpdate';

export type SaveOptions = update.SaveOptions<ProcessRecord, SaveResponse>;
export type Merging = update.Merging<ProcessRecord, SaveResponse>;
export type SaveConflict = update.SaveConflict<ProcessRecord>;

/** Updates of the request on the page, and what its panes show of it at once. */
export interface ProcessUpdater extends update.RequestUpdater<ProcessRecord, RequestUpdate, SaveResponse> {
  reload: () => Promise<unknown>;
  /** Optimistic update: shows a change before the server has confirmed it. */
  patch: (change: (record: ProcessRecord) => ProcessRecord) => void;
}

const ProcessUpdaterContext = createContext<ProcessUpdater | null>(null);
export const ProcessUpdaterProvider = ProcessUpdaterContext.Provider;

/** Access saves and transitions of the record on the page. */
export function useProcessUpdater(): ProcessUpdater {
  const save = useContext(ProcessUpdaterContext);
  if (!save) throw new Error('useProcessUpdater is for panes of a process page');
  return save;
}

/** Update from a dialog: errors are shown in the dialog, which stays open. */
export function useDialogSave() {
  const { run, busy } = useProcessUpdater();
  const [problem, setProblem] = useState<SaveError | null>(null);
  const save = (write: RequestUpdate, options: SaveOptions): Promise<SaveResponse | null> => {
    setProblem(null);
    return run(write, { ...options, onError: setProblem });
  };
  return { save, busy, problem };
}
