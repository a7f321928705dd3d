import { useNotify } from 'ra-core';
import { useCallback, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { problemOf, type SaveProblem } from '../saving/problem';
import { applyServerErrors, type ToFormPath } from '../saving/serverErrors';
import type { WriteCall } from './processContext';
import type { SaveAnswer } from './types';
import { useProcessSave } from './useRecordWriter';

interface Options<T extends FieldValues> {
  /** Said when it succeeded; nothing is said without it. */
  done?: string | ((answer: SaveAnswer) => string);
  /** Closes the dialog, before the record is read again. */
  onSaved: (answer: SaveAnswer) => void;
  /** Leads away from the record, which is not read again. */
  leave?: boolean;
  form?: UseFormReturn<T>;
  toFormPath?: ToFormPath;
}

/**
 * A write that a dialog asks for. What goes wrong is told in the dialog, which stays open; after somebody else's save
 * the newest state is read at once, so that the next try is made against it.
 */
export function useDialogSave() {
  const { send, refresh, forgetLists, acceptServerState } = useProcessSave();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const lock = useRef(false);

  const save = useCallback(
    async <T extends FieldValues>(write: WriteCall, options: Options<T>): Promise<void> => {
      if (lock.current) return;
      lock.current = true;
      setBusy(true);
      setProblem(null);
      try {
        const answer = await send(write);
        const { done } = options;
        const told = typeof done === 'function' ? done(answer) : done;
        if (told) notify(told, { type: 'success', messageArgs: { _: told } });
        options.onSaved(answer);
        if (options.leave) forgetLists();
        else await refresh();
      } catch (error) {
        const found = problemOf(error, options.form && applyServerErrors(options.form, error, options.toFormPath));
        if (found?.kind === 'stale')
          await acceptServerState().catch((unread: unknown) => setProblem(problemOf(unread)));
        setProblem((unread) => unread ?? found);
      } finally {
        lock.current = false;
        setBusy(false);
      }
    },
    [send, refresh, forgetLists, acceptServerState, notify],
  );
  return { save, busy, problem };
}
