import { useNotify } from 'ra-core';
import { createContext, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { call } from '../../server/http';
import type { Difference } from '../saving/merge';
import { mayBeRetried, problemOf, type SaveProblem } from '../saving/problem';
import { applyServerErrors, type ToFormPath } from '../saving/serverErrors';
import type { UnsavedForms } from '../saving/unsavedForms';
import type { WriteCall } from './processContext';
import type { ProcessRecord, SaveAnswer } from './types';

export interface SaveOptions<T extends FieldValues> {
  /** Said when it succeeded; nothing is said without it. A function may look at the answer. */
  done?: string | ((answer: SaveAnswer) => string);
  /** The form that the server's field errors belong to, and its own names of the server's paths. */
  form?: UseFormReturn<T>;
  toFormPath?: ToFormPath;
  /** Runs before the record is read again: the place to make a form clean. */
  onSaved?: (answer: SaveAnswer) => void;
  /** Leads away from the record, which is not read again. */
  leave?: (answer: SaveAnswer) => void;
}

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
  run: <T extends FieldValues>(write: WriteCall, options?: SaveOptions<T>) => Promise<SaveAnswer | null>;
  /** The call itself, for those who keep their own queue: sends the version, remembers the new one. */
  send: (write: WriteCall) => Promise<SaveAnswer>;
  refresh: () => Promise<void>;
  /** Lets other screens read their lists and counters again. */
  forgetLists: () => void;
  /** Goes on with the newest state, for the next try after somebody else's save; what is typed stays on the screen. */
  acceptServerState: () => Promise<void>;
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

  const dismiss = useCallback(() => {
    setProblem(null);
    setStale(null);
    setRetry(null);
  }, []);

  const send = useCallback(
    async ({ method = 'POST', path, query, body, idempotencyKey }: WriteCall): Promise<SaveAnswer> => {
      const answer = await call<SaveAnswer | true | null>(method, path, {
        query: { ...query, version: source.version() },
        ...(body === undefined ? {} : { body }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
      const told = typeof answer === 'object' && answer !== null ? answer : {};
      const { version } = told;
      if (version !== undefined) source.patch((record) => ({ ...record, version }));
      return told;
    },
    [source],
  );

  const forgetLists = useCallback(() => void source.forgetLists(), [source]);

  const refresh = useCallback(async () => {
    try {
      source.apply(await source.fetchFresh());
    } catch {
      // The line dropped after the answer: the write has happened, and its version is known already.
    }
    forgetLists();
  }, [source, forgetLists]);

  const acceptServerState = useCallback(async () => {
    source.apply(await source.fetchFresh());
  }, [source]);

  const show = useCallback(
    async (found: SaveProblem | null, again: (() => void) | undefined) => {
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
    },
    [source, forms],
  );

  const run = useCallback<RecordWriter['run']>(
    async (write, options = {}) => {
      if (lock.current) return null;
      lock.current = true;
      setBusy(true);
      dismiss();
      try {
        const answer = await send(write);
        options.onSaved?.(answer);
        const told = typeof options.done === 'function' ? options.done(answer) : options.done;
        if (told) notify(told, { type: 'success', messageArgs: { _: told } });
        if (options.leave) {
          options.leave(answer);
          forgetLists();
        } else await refresh();
        return answer;
      } catch (error) {
        await show(
          problemOf(error, options.form && applyServerErrors(options.form, error, options.toFormPath)),
          () => void run(write, options),
        );
        return null;
      } finally {
        lock.current = false;
        setBusy(false);
      }
    },
    [send, refresh, forgetLists, show, dismiss, notify],
  );

  const report = useCallback<RecordWriter['report']>((error, again) => show(problemOf(error), again), [show]);

  return useMemo(
    () => ({ busy, problem, stale, retry, run, send, refresh, forgetLists, acceptServerState, report, dismiss }),
    [busy, problem, stale, retry, run, send, refresh, forgetLists, acceptServerState, report, dismiss],
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
