import { createContext, useContext, useState } from 'react';
import type { ProcessRecord, RequestUpdate, SaveAnswer } from '../../api/requests';
import type { SaveProblem } from '../forms/saveError';
import type * as update from '../forms/useRequestUpdate';

export type SaveOptions = update.SaveOptions<ProcessRecord, SaveAnswer>;
export type Merging = update.Merging<ProcessRecord, SaveAnswer>;
export type StaleCase = update.StaleCase<ProcessRecord>;

/** Updates of the request on the page, and what its panes show of it at once. */
export interface ProcessSave extends update.RequestUpdater<ProcessRecord, RequestUpdate, SaveAnswer> {
  reload: () => Promise<unknown>;
  /** Shows a change at once, before the server has confirmed it. */
  patch: (change: (record: ProcessRecord) => ProcessRecord) => void;
}

const ProcessSaveContext = createContext<ProcessSave | null>(null);
export const ProcessSaveProvider = ProcessSaveContext.Provider;

/** Saves and transitions of the record on the page. */
export function useProcessSave(): ProcessSave {
  const save = useContext(ProcessSaveContext);
  if (!save) throw new Error('useProcessSave is for panes of a process page');
  return save;
}

/** An update that a dialog asks for: what goes wrong is shown in the dialog, which stays open. */
export function useDialogSave() {
  const { run, busy } = useProcessSave();
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const save = (write: RequestUpdate, options: SaveOptions): Promise<SaveAnswer | null> => {
    setProblem(null);
    return run(write, { ...options, onProblem: setProblem });
  };
  return { save, busy, problem };
}
