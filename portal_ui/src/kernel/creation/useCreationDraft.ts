import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form';
import { newIdempotencyKey } from '../../shared/idempotencyKey';
import { draftKey, dropDraft, readDraft, writeDraft } from '../saving/drafts';
import { changedLeaves } from '../saving/merge';

const DELAY = 700;

export interface CreationDraft {
  /** When the draft that was put back had been typed. */
  restoredAt: string | null;
  /** The key of this form: a repeated send answers what the first one made. */
  idempotencyKey: () => string;
  /** Remembers what is sent until an answer comes; answers what an earlier try, never answered, had sent. */
  sending: (sent: string) => string | null;
  /** The server did not take it: nothing is on its way any more. */
  refused: () => void;
  /** Whether a try was never answered: the server may have the form as it was then. */
  isUncertain: () => boolean;
  /** Forgets everything: sent, or not wanted. */
  forget: () => void;
}

/** Keeps a form that creates something on this device until it is sent: a reload or a lost line loses nothing. */
export function useCreationDraft<T extends FieldValues>(form: UseFormReturn<T>, kind: string, blank: T): CreationDraft {
  const key = draftKey(kind, 0, 'NEW');
  const [found] = useState(() => readDraft(key));
  const [restoredAt, setRestoredAt] = useState<string | null>(found?.savedAt ?? null);
  const kept = useRef(found?.leaves ?? {});
  const send = useRef({
    key: textOf(kept.current.idempotencyKey) ?? newIdempotencyKey(),
    sent: textOf(kept.current.sent),
  });
  const stopped = useRef(false);

  useEffect(() => {
    for (const [path, value] of Object.entries(kept.current)) {
      if (get(form.getValues(), path) === undefined) continue;
      form.setValue(path as FieldPath<T>, value as PathValue<T, FieldPath<T>>, { shouldDirty: true });
    }
  }, [form]);

  const write = useCallback(() => {
    if (stopped.current) return;
    const leaves = changedLeaves(blank, form.getValues());
    const { key: idempotencyKey, sent } = send.current;
    const any = Object.keys(leaves).length > 0;
    writeDraft(key, any ? { ...leaves, idempotencyKey, ...(sent === null ? {} : { sent }) } : {});
  }, [form, key, blank]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      write();
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(flush, DELAY);
      },
    });
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      stop();
      window.removeEventListener('pagehide', flush);
    };
  }, [form, write]);

  const forget = useCallback(() => {
    stopped.current = true;
    dropDraft(key);
    form.reset(blank as DefaultValues<T>);
    send.current = { key: newIdempotencyKey(), sent: null };
    setRestoredAt(null);
    stopped.current = false;
  }, [form, key, blank]);

  return useMemo(
    () => ({
      restoredAt,
      idempotencyKey: () => send.current.key,
      sending: (sent: string) => {
        const before = send.current.sent;
        send.current.sent = before ?? sent;
        write();
        return before;
      },
      refused: () => {
        send.current.sent = null;
        write();
      },
      isUncertain: () => send.current.sent !== null,
      forget,
    }),
    [restoredAt, write, forget],
  );
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
