import { useEvent, useNotify } from 'ra-core';
import { useMemo, useRef, useState } from 'react';
import { type Difference, getOverlaps } from './dirtyValues';
import { isRetryable, type SaveError, toSaveError } from './saveError';
import type { MappedErrors } from './serverErrors';
import type { UnsavedForms } from './unsavedForms';

/** A record that knows its version. */
export interface Versioned {
  version?: number | string;
}

/** The record that is written, through react-admin's mutations. */
export interface UpdateTarget<R extends Versioned, U, A extends object> {
  version: () => R['version'];
  /** Write against a version; `isBehind` if others saved since, which is not shown yet. */
  send: (update: U, version: R['version']) => Promise<{ answer: A; isBehind: boolean }>;
  /** Reads the newest state without showing it. */
  fetchFresh: () => Promise<R>;
  /** Shows a newer record. */
  show: (record: R) => unknown;
  /** Marks other screens of the record as out of date. */
  invalidateLists: (options?: { refetchType: 'none' }) => unknown;
  /** The response to a save is the whole record: it is not refetched. */
  returnsRecord?: boolean;
}

export interface SaveOptions<R extends Versioned, A extends object> {
  /** Notified on success: a key of the messages with its arguments, or what finds the message for an answer. */
  successMessage?: string | ((answer: A) => string) | undefined;
  messageArgs?: Record<string, unknown>;
  /** A transition follows where the answer allows it, and notifies instead. */
  isTransition?: boolean;
  /** Applies the server's field errors to a form. */
  applyServerErrors?: (error: unknown) => MappedErrors;
  /** Runs before the record is read again: the place to make a form clean, or to close a dialog. */
  onSaved?: (answer: A) => void;
  /** Takes over the record that is read after the save, before it is shown. */
  onRefreshed?: (fresh: R) => void;
  /** Merges another user's save into the form; without it every version conflict is shown. */
  merging?: Merging<R, A> | undefined;
  /** Whether a version conflict is retried without a question, as the update is still wanted. */
  shouldRetryOnConflict?: (fresh: R) => boolean;
  /** Leads away from the record, which is not read again. */
  onLeave?: () => void;
  /** Shows in a dialog, not in the bar, why it failed. */
  onError?: (problem: SaveError | null) => void;
  /** The differences that a conflict shows; those of all forms on the page where absent. */
  getDifferences?: GetDifferences<R>;
}

/** Merging of a form with another user's save. */
export interface Merging<R, A> {
  /** Fields that both users changed. */
  overlaps: (fresh: R) => readonly Difference[];
  /** Takes over their changes; dirty fields stay. */
  adopt: (fresh: R) => void;
  /** Retries with what is still to be saved. */
  again: () => Promise<A | null>;
}

export type GetDifferences<R> = (fresh: R) => readonly Difference[];

/** Retries of an update on a version conflict, before it is shown. */
const MAX_RETRIES = 3;

/** Version conflict of a save, with the newer record to continue with. */
export interface SaveConflict<R> {
  problem: Extract<SaveError, { kind: 'stale' }>;
  fresh: R;
  differences: readonly Difference[];
}

export interface RequestUpdater<R extends Versioned, U, A extends object> {
  busy: boolean;
  problem: SaveError | null;
  stale: SaveConflict<R> | null;
  retry: (() => void) | null;
  /** Send an update with the version on the screen; ignored while another one is in progress. */
  run: (update: U, options?: SaveOptions<R, A>) => Promise<A | null>;
  /** The update alone, for optimistic queues: sends the version, remembers the new one. */
  send: (update: U) => Promise<A>;
  refresh: () => Promise<void>;
  /** Show why an update failed; `getDifferences` returns the conflicts if no form on the page does. */
  report: (error: unknown, again?: () => void, differencesOf?: GetDifferences<R>) => Promise<void>;
  /** Shows a problem found before anything was sent. */
  refuse: (problem: SaveError) => void;
  dismiss: () => void;
}

/**
 * Updates of one record, with every outcome shown: one write at a time, its version checked, conflicts merged or shown,
 * a lost answer offered again. Process pages and declared forms write through it alike.
 */
export function useRequestUpdate<R extends Versioned, U, A extends object>(
  target: UpdateTarget<R, U, A>,
  forms: UnsavedForms,
): RequestUpdater<R, U, A> {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SaveError | null>(null);
  const [stale, setStale] = useState<SaveConflict<R> | null>(null);
  const [retry, setRetry] = useState<(() => void) | null>(null);
  const lock = useRef(false);
  const merges = useRef(0);

  const dismiss = useEvent(() => {
    setProblem(null);
    setStale(null);
    setRetry(null);
  });

  const send = useEvent(async (update: U) => {
    const { answer, isBehind } = await target.send(update, target.version());
    if (isBehind) await refresh();
    return answer;
  });

  // The newer record is not shown before: where the write is given up, both states are compared.
  const sendWanted = async (update: U, isWanted: SaveOptions<R, A>['shouldRetryOnConflict']) => {
    let seen = target.version();
    for (let left = MAX_RETRIES; ; left -= 1) {
      try {
        return await target.send(update, seen);
      } catch (error) {
        if (!isWanted || left === 0 || toSaveError(error)?.kind !== 'stale') throw error;
        const fresh = await target.fetchFresh();
        if (!isWanted(fresh)) throw error;
        seen = fresh.version;
      }
    }
  };

  const showNewest = useEvent(async (onRefreshed?: (fresh: R) => void) => {
    if (target.returnsRecord) return;
    try {
      const fresh = await target.fetchFresh();
      onRefreshed?.(fresh);
      target.show(fresh);
    } catch {
      // The line dropped after the answer: the write has happened, and its version is known already.
    }
    void target.invalidateLists();
  });
  const refresh = useEvent(() => showNewest());

  const showInBar = async (
    found: SaveError | null,
    again: (() => void) | undefined,
    differencesOf: GetDifferences<R> = (fresh) => forms.differences(fresh),
  ) => {
    if (found?.kind !== 'stale') {
      setProblem(found);
      if (again && isRetryable(found)) setRetry(() => again);
      return;
    }
    try {
      const fresh = await target.fetchFresh();
      const differences = differencesOf(fresh);
      setStale({ problem: found, fresh, differences: found.rows ? getOverlaps(differences) : differences });
    } catch (error) {
      setProblem(toSaveError(error));
    }
  };

  // The dialog goes on against the newest state with its next try; what is typed stays on the screen.
  const showInDialog = async (
    found: SaveError | null,
    onProblem: (problem: SaveError | null) => void,
    merging: Merging<R, A> | undefined,
  ) => {
    if (found?.kind !== 'stale') return onProblem(found);
    try {
      const fresh = await target.fetchFresh();
      const differences = merging?.overlaps(fresh) ?? [];
      merging?.adopt(fresh);
      target.show(fresh);
      onProblem({ ...found, differences });
    } catch (error) {
      onProblem(toSaveError(error));
    }
  };

  /** Merges without a question where the other save touches nothing that was typed here. */
  const mergeUnlessOverlapping = async (found: SaveError | null, merging: Merging<R, A> | undefined) => {
    if (!merging || found?.kind !== 'stale' || found.isStepClosed || merges.current >= MAX_RETRIES) return false;
    try {
      const fresh = await target.fetchFresh();
      if (merging.overlaps(fresh).length > 0) return false;
      merging.adopt(fresh);
      target.show(fresh);
      merges.current += 1;
      return true;
    } catch {
      return false;
    }
  };

  /** Shows what others changed in other rows, compared with what is typed in the same fields. */
  const catchUp = async (onRefreshed?: (fresh: R) => void) => {
    const fresh = await target.fetchFresh().catch(() => null);
    void target.invalidateLists();
    if (!fresh) return;
    onRefreshed?.(fresh);
    const differences = getOverlaps(forms.differences(fresh));
    if (differences.length === 0) target.show(fresh);
    else setStale({ problem: { kind: 'stale', current: null, message: '', rows: [] }, fresh, differences });
  };

  const run = useEvent(async (update: U, options: SaveOptions<R, A> = {}): Promise<A | null> => {
    if (lock.current) return null;
    lock.current = true;
    setBusy(true);
    dismiss();
    let again: Merging<R, A>['again'] | undefined;
    try {
      const { answer, isBehind } = await sendWanted(update, options.shouldRetryOnConflict);
      merges.current = 0;
      options.onSaved?.(answer);
      const isFollowed = options.isTransition && 'isAllowedToContinue' in answer && answer.isAllowedToContinue;
      const message =
        typeof options.successMessage === 'function' ? options.successMessage(answer) : options.successMessage;
      if (options.onLeave) {
        // The record is gone or out of reach, so it must not be refetched during navigation.
        target.invalidateLists({ refetchType: 'none' });
        options.onLeave();
      } else await (isBehind ? catchUp(options.onRefreshed) : showNewest(options.onRefreshed));
      if (message && !isFollowed)
        notify(message, { type: 'success', messageArgs: { _: message, ...options.messageArgs } });
      return answer;
    } catch (error) {
      const found = toSaveError(error, options.applyServerErrors?.(error));
      if (await mergeUnlessOverlapping(found, options.merging)) again = options.merging?.again;
      else if (options.onError) await showInDialog(found, options.onError, options.merging);
      else await showInBar(found, () => void run(update, options), options.getDifferences);
      if (!again) merges.current = 0;
    } finally {
      lock.current = false;
      setBusy(false);
    }
    return again ? again() : null;
  });

  const report = useEvent((error: unknown, again?: () => void, differencesOf?: GetDifferences<R>) =>
    showInBar(toSaveError(error), again, differencesOf),
  );

  return useMemo(
    () => ({ busy, problem, stale, retry, run, send, refresh, report, refuse: setProblem, dismiss }),
    [busy, problem, stale, retry, run, send, refresh, report, dismiss],
  );
}
