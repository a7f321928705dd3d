import { useEvent, useNotify, useTranslate } from 'ra-core';
import { useMemo, useRef, useState } from 'react';
import { type Difference, getOverlaps } from './dirtyValues';
import { isRetryable, type SaveError, toSaveError } from './saveError';
import type { MappedErrors } from './serverErrors';
import type { UnsavedForms } from './unsavedForms';

/** Record with a version, for optimistic locking. */
export interface Versioned {
  version?: number | string;
}

/** Record to update, through react-admin's mutations. */
export interface UpdateTarget<R extends Versioned, U, Saved extends object> {
  version: () => R['version'];
  /** Send an update of a version; `isBehind` if other users saved in the meantime. */
  send: (update: U, version: R['version']) => Promise<{ response: Saved; isBehind: boolean }>;
  /** Fetch the newest record without showing it. */
  fetchLatest: () => Promise<R>;
  /** Show a newer record. */
  show: (record: R) => unknown;
  /** Invalidate the queries of other screens that show the record. */
  invalidateLists: (options?: { refetchType: 'none' }) => unknown;
  /** Return the reason why no transition of the record is possible. */
  getBlockedReason?: (record: R) => string | null;
  /** Responses to a save are the whole record, which is not refetched. */
  returnsRecord?: boolean;
}

export interface SaveOptions<R extends Versioned, Saved extends object> {
  /** Notification on success: a translation key, or a function of the response. */
  successMessage?: string | ((response: Saved) => string) | undefined;
  messageArgs?: Record<string, unknown>;
  /** Save before a transition, which follows if allowed and notifies instead. Otherwise, a warning says so. */
  isTransition?: boolean;
  /** Set the server's field errors on a form. */
  applyServerErrors?: (error: unknown) => MappedErrors;
  /** Callback before the refetch, to mark a form as saved or to close a dialog. */
  onSaved?: (response: Saved) => void;
  /** Callback with the refetched record, before it is shown. */
  onRefreshed?: (latest: R) => void;
  /** Merging of another user's changes; without it, every conflict is shown. */
  merging?: Merging<R, Saved> | undefined;
  /** Return whether to retry a version conflict without asking the user. */
  shouldRetryOnConflict?: (latest: R) => boolean;
  /** Callback to leave the page of the record, which is not refetched. */
  onLeave?: () => void;
  /** Callback to show the error in a dialog instead of the toolbar. */
  onError?: (problem: SaveError | null) => void;
  /** Return the differences of a conflict; by default, of all forms on the page. */
  getDifferences?: GetDifferences<R>;
}

/** Merging of another user's changes into a form. */
export interface Merging<R, Saved> {
  /** Return the fields that both users changed. */
  overlaps: (latest: R) => readonly Difference[];
  /** Apply the other user's changes; dirty fields keep their values. */
  adopt: (latest: R) => void;
  /** Send the remaining changes. */
  again: () => Promise<Saved | null>;
}

export type GetDifferences<R> = (latest: R) => readonly Difference[];

/** Options of the error of an optimistic update. */
interface ReportOptions<R> {
  /** Callback to send the update again. */
  again?: () => void;
  /** Return the differences of a conflict; by default, of all forms on the page. */
  getDifferences?: GetDifferences<R>;
  /** Translation key of the second line. By default, typed values are kept. */
  keptKey?: string;
}

/** Maximum number of retries on a version conflict, before it is shown. */
const MAX_RETRIES = 3;

/** Version conflict of a save, with the newer record to continue with. */
export interface SaveConflict<R> {
  problem: Extract<SaveError, { kind: 'stale' }>;
  latest: R;
  differences: readonly Difference[];
}

export interface RequestUpdater<R extends Versioned, U, Saved extends object> {
  busy: boolean;
  problem: SaveError | null;
  stale: SaveConflict<R> | null;
  retry: (() => void) | null;
  /** Send an update with the shown version; ignored while another is in progress. */
  run: (update: U, options?: SaveOptions<R, Saved>) => Promise<Saved | null>;
  /** Send an update without error handling, for queues of optimistic updates. */
  send: (update: U) => Promise<Saved>;
  refresh: () => Promise<void>;
  /** Show the error of an optimistic update that was rolled back. */
  report: (error: unknown, options?: ReportOptions<R>) => Promise<void>;
  /** Show an error that was found before sending. */
  showProblem: (problem: SaveError) => void;
  dismiss: () => void;
}

/**
 * Return the updater of a record, which handles every outcome. One update is sent at a time, with a version check;
 * conflicts are merged or shown, and lost responses can be retried. Process pages and declared forms use it.
 */
export function useRequestUpdate<R extends Versioned, U, Saved extends object>(
  target: UpdateTarget<R, U, Saved>,
  forms: UnsavedForms,
): RequestUpdater<R, U, Saved> {
  const notify = useNotify();
  const translate = useTranslate();
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
    const { response, isBehind } = await target.send(update, target.version());
    if (isBehind) await refresh();
    return response;
  });

  // Do not show the newer record yet: if the retries fail, both versions are compared.
  const sendWithRetries = async (update: U, shouldRetry: SaveOptions<R, Saved>['shouldRetryOnConflict']) => {
    let version = target.version();
    for (let attemptsLeft = MAX_RETRIES; ; attemptsLeft -= 1) {
      try {
        return await target.send(update, version);
      } catch (error) {
        if (!shouldRetry || attemptsLeft === 0 || toSaveError(error)?.kind !== 'stale') throw error;
        const latest = await target.fetchLatest();
        if (!shouldRetry(latest)) throw error;
        version = latest.version;
      }
    }
  };

  const showNewest = useEvent(async (onRefreshed?: (latest: R) => void) => {
    if (target.returnsRecord) return;
    try {
      const latest = await target.fetchLatest();
      onRefreshed?.(latest);
      target.show(latest);
    } catch {
      // Network error after the response: the update was saved, and its version is known.
    }
    void target.invalidateLists();
  });
  const refresh = useEvent(() => showNewest());

  const showInBar = async (
    saveError: SaveError | null,
    again: (() => void) | undefined,
    differencesOf: GetDifferences<R> = (latest) => forms.differences(latest),
  ) => {
    if (saveError?.kind !== 'stale') {
      setProblem(saveError);
      if (again && isRetryable(saveError)) setRetry(() => again);
      return;
    }
    try {
      const latest = await target.fetchLatest();
      const differences = differencesOf(latest);
      setStale({ problem: saveError, latest, differences: saveError.rows ? getOverlaps(differences) : differences });
    } catch (error) {
      setProblem(toSaveError(error));
    }
  };

  // The next submit of the dialog uses the newest version; typed values stay in the form.
  const showInDialog = async (
    saveError: SaveError | null,
    onProblem: (problem: SaveError | null) => void,
    merging: Merging<R, Saved> | undefined,
  ) => {
    if (saveError?.kind !== 'stale') return onProblem(saveError);
    try {
      const latest = await target.fetchLatest();
      const differences = merging?.overlaps(latest) ?? [];
      merging?.adopt(latest);
      target.show(latest);
      onProblem({ ...saveError, differences });
    } catch (error) {
      onProblem(toSaveError(error));
    }
  };

  /** Merge without asking if the other user changed no dirty field. */
  const mergeUnlessOverlapping = async (saveError: SaveError | null, merging: Merging<R, Saved> | undefined) => {
    if (!merging || saveError?.kind !== 'stale' || saveError.isStepClosed || merges.current >= MAX_RETRIES)
      return false;
    try {
      const latest = await target.fetchLatest();
      if (merging.overlaps(latest).length > 0) return false;
      merging.adopt(latest);
      target.show(latest);
      merges.current += 1;
      return true;
    } catch {
      return false;
    }
  };

  /** Show the changes of other users, or a conflict if they affect dirty fields. */
  const catchUp = async (onRefreshed?: (latest: R) => void) => {
    const latest = await target.fetchLatest().catch(() => null);
    void target.invalidateLists();
    if (!latest) return;
    onRefreshed?.(latest);
    const differences = getOverlaps(forms.differences(latest));
    if (differences.length === 0) target.show(latest);
    else setStale({ problem: { kind: 'stale', current: null, message: '', rows: [] }, latest, differences });
  };

  const run = useEvent(async (update: U, options: SaveOptions<R, Saved> = {}): Promise<Saved | null> => {
    if (lock.current) return null;
    lock.current = true;
    setBusy(true);
    dismiss();
    let again: Merging<R, Saved>['again'] | undefined;
    let latest: R | undefined;
    const onRefreshed = (record: R) => {
      latest = record;
      options.onRefreshed?.(record);
    };
    try {
      const { response, isBehind } = await sendWithRetries(update, options.shouldRetryOnConflict);
      merges.current = 0;
      options.onSaved?.(response);
      const isTransition = options.isTransition && 'isAllowedToContinue' in response;
      const isFollowed = isTransition && response.isAllowedToContinue;
      const message =
        typeof options.successMessage === 'function' ? options.successMessage(response) : options.successMessage;
      if (options.onLeave) {
        // The record is deleted or no longer accessible, so it must not be refetched.
        target.invalidateLists({ refetchType: 'none' });
        options.onLeave();
      } else await (isBehind ? catchUp(onRefreshed) : showNewest(onRefreshed));
      if (isTransition && !isFollowed) {
        const reason = latest && target.getBlockedReason?.(latest);
        const text = [translate('saving.unfinished'), reason].filter(Boolean).join(' ');
        notify(text, { type: 'warning', messageArgs: { _: text } });
      } else if (message && !isFollowed)
        notify(message, { type: 'success', messageArgs: { _: message, ...options.messageArgs } });
      return response;
    } catch (error) {
      const saveError = toSaveError(error, options.applyServerErrors?.(error));
      if (await mergeUnlessOverlapping(saveError, options.merging)) again = options.merging?.again;
      else if (options.onError) await showInDialog(saveError, options.onError, options.merging);
      else await showInBar(saveError, () => void run(update, options), options.getDifferences);
      if (!again) merges.current = 0;
    } finally {
      lock.current = false;
      setBusy(false);
    }
    return again ? again() : null;
  });

  const report = useEvent((error: unknown, { again, getDifferences, keptKey }: ReportOptions<R> = {}) => {
    const saveError = toSaveError(error);
    return showInBar(isRetryable(saveError) && keptKey ? { ...saveError, keptKey } : saveError, again, getDifferences);
  });

  return useMemo(
    () => ({ busy, problem, stale, retry, run, send, refresh, report, showProblem: setProblem, dismiss }),
    [busy, problem, stale, retry, run, send, refresh, report, dismiss],
  );
}
