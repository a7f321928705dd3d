import { useEvent, useNotify } from 'ra-core';
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import { call } from '../../server/http';
import { type Difference, overlapsOf } from '../saving/merge';
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
  /** How the form that is sent takes over what somebody else saved; without it every conflict is shown. */
  merging?: Merging | undefined;
  /** Whether it is wanted as much after somebody else's save: then it is sent again by itself, nobody need choose. */
  isStillWanted?: (fresh: ProcessRecord) => boolean;
  /** Leads away from the record, which is not read again. */
  leave?: () => void;
  /** Tells in a dialog, not in the bar, why it failed. */
  onProblem?: (problem: SaveProblem | null) => void;
}

/** A form that can go on where somebody else saved meanwhile. */
export interface Merging {
  /** What both changed. */
  overlaps: (fresh: ProcessRecord) => readonly Difference[];
  /** Fills in what they changed; what was typed here stays typed. */
  adopt: (fresh: ProcessRecord) => void;
  /** Sends what is still to be saved. */
  again: () => Promise<SaveAnswer | null>;
}

/** How often a write that is still wanted is sent again; who is overtaken more often than that hears of it. */
const TRIES = 3;

/** What a refused save found, with the newer record to go on with. */
export interface StaleCase {
  problem: Extract<SaveProblem, { kind: 'stale' }>;
  fresh: ProcessRecord;
  differences: readonly Difference[];
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
  /** Shows why a write did not happen; `differencesOf` tells what both changed, where no form on the page does. */
  report: (error: unknown, again?: () => void, differencesOf?: DifferencesOf) => Promise<void>;
  dismiss: () => void;
}

export type DifferencesOf = (fresh: ProcessRecord) => readonly Difference[];

/** Where the writer reads and keeps the record. */
export interface RecordSource {
  version: () => number | undefined;
  fetchFresh: () => Promise<ProcessRecord>;
  /** Shows a newer record. */
  apply: (record: ProcessRecord) => unknown;
  patch: (change: (record: ProcessRecord) => ProcessRecord) => void;
  forgetLists: (options?: { refetchType: 'none' }) => Promise<unknown>;
}

/** The one way in which a process page writes: one call at a time, every outcome told. */
export function useRecordWriter(source: RecordSource, forms: UnsavedForms): RecordWriter {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [stale, setStale] = useState<StaleCase | null>(null);
  const [retry, setRetry] = useState<(() => void) | null>(null);
  const lock = useRef(false);
  const merges = useRef(0);

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
    // Others saved other rows meanwhile, which the page does not show yet.
    return { told, isBehind: version !== undefined && seen !== undefined && version > seen + 1 };
  };

  const send = useEvent(async (write: WriteCall) => {
    const { told, isBehind } = await sendFor(source.version(), write);
    if (isBehind) await refresh();
    return told;
  });

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

  const showInBar = async (
    found: SaveProblem | null,
    again: (() => void) | undefined,
    differencesOf: DifferencesOf = (fresh) => forms.differences(fresh),
  ) => {
    if (found?.kind !== 'stale') {
      setProblem(found);
      if (again && mayBeRetried(found)) setRetry(() => again);
      return;
    }
    try {
      const fresh = await source.fetchFresh();
      const differences = differencesOf(fresh);
      setStale({ problem: found, fresh, differences: found.rows ? overlapsOf(differences) : differences });
    } catch (error) {
      setProblem(problemOf(error));
    }
  };

  /** The dialog goes on against the newest state with its next try; what is typed stays on the screen. */
  const showInDialog = async (
    found: SaveProblem | null,
    onProblem: (problem: SaveProblem | null) => void,
    merging: Merging | undefined,
  ) => {
    if (found?.kind !== 'stale') return onProblem(found);
    try {
      const fresh = await source.fetchFresh();
      const differences = merging?.overlaps(fresh) ?? [];
      merging?.adopt(fresh);
      source.apply(fresh);
      onProblem({ ...found, differences });
    } catch (error) {
      onProblem(problemOf(error));
    }
  };

  /** Goes on by itself where what somebody else saved touches nothing that was typed here. */
  const isMerged = async (found: SaveProblem | null, merging: Merging | undefined): Promise<boolean> => {
    if (!merging || found?.kind !== 'stale' || found.isStepClosed || merges.current >= TRIES) return false;
    try {
      const fresh = await source.fetchFresh();
      if (merging.overlaps(fresh).length > 0) return false;
      merging.adopt(fresh);
      source.apply(fresh);
      merges.current += 1;
      return true;
    } catch {
      return false;
    }
  };

  /** After others saved other rows: what they changed is shown, beside what is typed in the same fields. */
  const catchUp = async () => {
    const fresh = await source.fetchFresh().catch(() => null);
    void source.forgetLists();
    if (!fresh) return;
    const differences = overlapsOf(forms.differences(fresh));
    if (differences.length === 0) source.apply(fresh);
    else setStale({ problem: { kind: 'stale', current: null, message: '', rows: [] }, fresh, differences });
  };

  const run = useEvent(async (write: WriteCall, options: SaveOptions = {}): Promise<SaveAnswer | null> => {
    if (lock.current) return null;
    lock.current = true;
    setBusy(true);
    dismiss();
    let again: Merging['again'] | undefined;
    try {
      const { told: answer, isBehind } = await sendWanted(write, options.isStillWanted);
      merges.current = 0;
      options.onSaved?.(answer);
      const isFollowed = options.movesOn && answer.isAllowedToContinue;
      const told = typeof options.done === 'function' ? options.done(answer) : options.done;
      if (options.leave) {
        // What is on the screen belongs to what is gone: it is not read again on the way out.
        source.forgetLists({ refetchType: 'none' });
        options.leave();
      } else await (isBehind ? catchUp() : refresh());
      if (told && !isFollowed) notify(told, { type: 'success', messageArgs: { _: told, ...options.args } });
      return answer;
    } catch (error) {
      const found = problemOf(error, options.place?.(error));
      if (await isMerged(found, options.merging)) again = options.merging?.again;
      else if (options.onProblem) await showInDialog(found, options.onProblem, options.merging);
      else await showInBar(found, () => void run(write, options));
      if (!again) merges.current = 0;
    } finally {
      lock.current = false;
      setBusy(false);
    }
    return again ? again() : null;
  });

  const report = useEvent((error: unknown, again?: () => void, differencesOf?: DifferencesOf) =>
    showInBar(problemOf(error), again, differencesOf),
  );

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
