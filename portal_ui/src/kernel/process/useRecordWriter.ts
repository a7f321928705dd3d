import { useEvent, useNotify } from 'ra-core';
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import { call } from '../../server/http';
import type { Difference } from '../saving/merge';
import { mayBeRetried, problemOf, type SaveProblem } from '../saving/problem';
import type { PlacedErrors } from '../saving/serverErrors';
import type { UnsavedForms } from '../saving/unsavedForms';
import type { WriteCall } from './processContext';
import type { ProcessRecord, SaveAnswer } from './types';

export interface SaveOptions {
  /** Said when it succeeded: a key of the words with its arguments, or what finds the words for an answer. */
  done?: string | ((answer: SaveAnswer) => string) | undefined;
  args?: Record<string, unknown>;
  /** The request is moved on next, where the answer allows it: that is told instead. */
  movesOn?: boolean;
  /** Lays the server's field errors onto a form. */
  place?: (error: unknown) => PlacedErrors;
  /** Runs before the record is read again: the place to make a form clean, or to close a dialog. */
  onSaved?: (answer: SaveAnswer) => void;
  /** Whether it is wanted as much after somebody else's save: then it is sent again by itself, nobody need choose. */
  isStillWanted?: (fresh: ProcessRecord) => boolean;
  /** Leads away from the record, which is not read again. */
  leave?: () => void;
  /** Tells in a dialog, not in the bar, why it failed. */
  onProblem?: (problem: SaveProblem | null) => void;
}

/** How often a write that is still wanted is sent again; who is overtaken more often than that hears of it. */
const TRIES = 3;

/** What a refused save found, with the newer record to go on with. */
export interface StaleCase {
  problem: Extract<SaveProblem, { kind: 'stale' }>;
  fresh: ProcessRecord;
  differences: Difference[];
}

export interface RecordWriter {
  busy: boolean;
  problem: SaveProblem | null;
  stale: StaleCase | null;
  retry: (() => void) | null;
  /** Sends a write with the version on the screen; a second one while it is on its way does nothing. */
  run: (write: WriteCall, options?: SaveOptions) => Promise<SaveAnswer | null>;
  /** The call itself, for those who keep their own queue: sends the version, remembers the new one. */
  send: (write: WriteCall) => Promise<SaveAnswer>;
  refresh: () => Promise<void>;
  /** Shows why a write did not happen. */
  report: (error: unknown, again?: () => void) => Promise<void>;
  dismiss: () => void;
}

/** Where the writer reads and keeps the record. */
export interface RecordSource {
  version: () => number | undefined;
  fetchFresh: () => Promise<ProcessRecord>;
  /** Shows a newer record. */
  apply: (record: ProcessRecord) => unknown;
  patch: (change: (record: ProcessRecord) => ProcessRecord) => void;
  forgetLists: () => Promise<unknown>;
}

/** The one way in which a process page writes: one call at a time, every outcome told. */
export function useRecordWriter(source: RecordSource, forms: UnsavedForms): RecordWriter {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [stale, setStale] = useState<StaleCase | null>(null);
  const [retry, setRetry] = useState<(() => void) | null>(null);
  const lock = useRef(false);

  const dismiss = useEvent(() => {
    setProblem(null);
    setStale(null);
    setRetry(null);
  });

  const sendFor = async (
    seen: number | undefined,
    { method = 'POST', path, query, body, idempotencyKey }: WriteCall,
  ) => {
    const answer = await call<SaveAnswer | true | null>(method, path, {
      query: { ...query, version: seen },
      ...(body === undefined ? {} : { body }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    const told = typeof answer === 'object' && answer !== null ? answer : {};
    const { version } = told;
    if (version !== undefined) source.patch((record) => ({ ...record, version }));
    return told;
  };

  const send = useEvent((write: WriteCall) => sendFor(source.version(), write));

  /** The newer record is not shown before: where the write is given up, it is told beside what was on the screen. */
  const sendWanted = async (write: WriteCall, isWanted: SaveOptions['isStillWanted']) => {
    let seen = source.version();
    for (let left = TRIES; ; left -= 1) {
      try {
        return await sendFor(seen, write);
      } catch (error) {
        if (!isWanted || left === 0 || problemOf(error)?.kind !== 'stale') throw error;
        const fresh = await source.fetchFresh();
        if (!isWanted(fresh)) throw error;
        seen = fresh.version;
      }
    }
  };

  const refresh = useEvent(async () => {
    try {
      source.apply(await source.fetchFresh());
    } catch {
      // The line dropped after the answer: the write has happened, and its version is known already.
    }
    void source.forgetLists();
  });

  const showInBar = async (found: SaveProblem | null, again: (() => void) | undefined) => {
    if (found?.kind !== 'stale') {
      setProblem(found);
      if (again && mayBeRetried(found)) setRetry(() => again);
      return;
    }
    try {
      const fresh = await source.fetchFresh();
      setStale({ problem: found, fresh, differences: forms.differences(fresh) });
    } catch (error) {
      setProblem(problemOf(error));
    }
  };

  /** The dialog goes on against the newest state with its next try; what is typed stays on the screen. */
  const showInDialog = async (found: SaveProblem | null, onProblem: (problem: SaveProblem | null) => void) => {
    try {
      if (found?.kind === 'stale') source.apply(await source.fetchFresh());
      onProblem(found);
    } catch (error) {
      onProblem(problemOf(error));
    }
  };

  const run = useEvent(async (write: WriteCall, options: SaveOptions = {}): Promise<SaveAnswer | null> => {
    if (lock.current) return null;
    lock.current = true;
    setBusy(true);
    dismiss();
    try {
      const answer = await sendWanted(write, options.isStillWanted);
      options.onSaved?.(answer);
      const isFollowed = options.movesOn && answer.isAllowedToContinue;
      const told = typeof options.done === 'function' ? options.done(answer) : options.done;
      options.leave?.();
      if (options.leave) void source.forgetLists();
      else await refresh();
      if (told && !isFollowed) notify(told, { type: 'success', messageArgs: { _: told, ...options.args } });
      return answer;
    } catch (error) {
      const found = problemOf(error, options.place?.(error));
      if (options.onProblem) await showInDialog(found, options.onProblem);
      else await showInBar(found, () => void run(write, options));
      return null;
    } finally {
      lock.current = false;
      setBusy(false);
    }
  });

  const report = useEvent((error: unknown, again?: () => void) => showInBar(problemOf(error), again));

  return useMemo(
    () => ({ busy, problem, stale, retry, run, send, refresh, report, dismiss }),
    [busy, problem, stale, retry, run, send, refresh, report, dismiss],
  );
}

const WriterContext = createContext<RecordWriter | null>(null);
export const WriterProvider = WriterContext.Provider;

/** Saves and moves of the record on the page. */
export function useProcessSave(): RecordWriter {
  const writer = useContext(WriterContext);
  if (!writer) throw new Error('useProcessSave is for panes of a process page');
  return writer;
}

/** A write that a dialog asks for: what goes wrong is told in the dialog, which stays open. */
export function useDialogSave() {
  const { run, busy } = useProcessSave();
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const save = async (write: WriteCall, options: SaveOptions): Promise<void> => {
    setProblem(null);
    await run(write, { ...options, onProblem: setProblem });
  };
  return { save, busy, problem };
}
