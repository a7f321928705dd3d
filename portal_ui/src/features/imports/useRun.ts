import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError, isNotFound } from '../../api/errors';
import { fetchRun, type Run, type RunState } from '../../api/imports';
import { invalidateMeta } from '../../api/queryClient';
import { type SaveError, toSaveError } from '../../core/forms/saveError';

const POLL_INTERVAL_MS = 700;
const WORKING_STATES: readonly RunState[] = ['READING', 'CHECKING', 'WRITING', 'UNDOING'];

/** Return whether the server is working on the import. */
export const isWorking = ({ state }: Pick<Run, 'state'>): boolean => WORKING_STATES.includes(state);

const changesRows = ({ state }: Pick<Run, 'state'>): boolean => state === 'WRITING' || state === 'UNDOING';

export const buildRunKey = (id: number) => ['imports', id];

/** Poll an import while the server works on it. */
export function useRun(id: number) {
  const client = useQueryClient();
  return useQuery({
    queryKey: buildRunKey(id),
    queryFn: async ({ signal }) => {
      const run = await fetchRun(id, signal);
      const before = client.getQueryData<Run>(buildRunKey(id));
      // The target list has changed.
      if (before && isWorking(before) && !isWorking(run)) void client.invalidateQueries({ queryKey: [run.target] });
      // The choices of forms and filters have changed, too, if rows were written or undone.
      if (before && changesRows(before) && !isWorking(run)) invalidateMeta(client);
      return run;
    },
    refetchInterval: ({ state: { data, error } }) =>
      data && isWorking(data) && !error ? POLL_INTERVAL_MS : error && !isNotFound(error) ? 3_000 : false,
  });
}

/** Put a run into the query cache of `useRun`. */
export function useSetRun(): (run: Run) => void {
  const client = useQueryClient();
  return useCallback(
    (run) => {
      client.setQueryData(buildRunKey(run.id), run);
      // The rows and the import history have changed.
      void client.invalidateQueries({ queryKey: [...buildRunKey(run.id), 'rows'] });
      void client.invalidateQueries({ queryKey: ['imports', 'getList'] });
    },
    [client],
  );
}

/** Convert an error of an import request. Field errors are listed, as the page has no fields for them. */
export const toCallError = (error: unknown): SaveError | null =>
  toSaveError(error, {
    fieldErrors: {},
    formErrors: error instanceof ApiError ? Object.values(error.fields).flat() : [],
  });

/** Return a function that runs an import request, with its pending state and error. */
export function useRunCall() {
  const setRun = useSetRun();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SaveError | null>(null);
  const execute = useCallback(
    async (work: () => Promise<Run>): Promise<Run | null> => {
      setBusy(true);
      setProblem(null);
      try {
        const run = await work();
        setRun(run);
        return run;
      } catch (error) {
        setProblem(toCallError(error));
        return null;
      } finally {
        setBusy(false);
      }
    },
    [setRun],
  );
  return { execute, busy, problem, clearProblem: useCallback(() => setProblem(null), []) };
}
