import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useCreate, useNotify, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, type Query } from '../../api/http';
import type { RequestMeta, RequestResource } from '../../api/requests';
import type { CreatedRequest } from '../../api/types';
import { isRetryable, type SaveError, toSaveError, toSaveErrorWithFields } from '../forms/saveError';
import { useLocalizedPath } from '../routing/links';
import { useNavigateIfCurrent } from '../routing/useNavigateIfCurrent';
import type { RequestDraft } from './requestDraft';
import type { MissingFiles } from './useMissingFiles';

/** The request that was created. */
export interface CreatedRequestRef {
  id: number;
  number: string;
}

export interface SubmissionOptions<B extends object> {
  draft: RequestDraft<unknown>;
  resource: RequestResource;
  /** Request that the new one is created from or added to. */
  query?: Query;
  body: () => B;
  /**
   * Lays the server's errors onto the form and focuses the first; runs once the dialog is closed. Answers how many the
   * form shows at their places, and the messages for which it has none.
   */
  applyServerErrors: (error: ApiError) => { count: number; formErrors: readonly string[] };
  /** Whether what was created holds what was sent, where that can be asked; else a changed form is told. */
  matchesSent?: (created: CreatedRequestRef, sent: B) => Promise<boolean>;
  /** Empties the form: it was sent. */
  clear: () => void;
  /** After the server refused: what was read before may be old. */
  onRefused?: () => void;
  /** The word for success, with `number`. */
  successMessage: string;
  /** Where the user goes then. */
  next: string;
}

/** The way of a form to the server. */
export interface Submission {
  /** Whether the last question is open. */
  isConfirmOpen: boolean;
  openConfirm: () => void;
  close: () => void;
  submit: () => Promise<void>;
  sending: boolean;
  /** Why the last try did not go through. */
  saveError: SaveError | null;
  clearSaveError: () => void;
  /** What an earlier try, whose answer was lost, had created of another content. */
  alreadyCreated: CreatedRequestRef | null;
}

/**
 * Request that an earlier try with the same idempotency key had created of other contents; every other failure stays
 * one.
 */
function getAlreadyCreated(error: unknown): CreatedRequest {
  if (error instanceof ApiError && error.created) return error.created as CreatedRequest;
  throw error;
}

/** Submit a form once, however often it is retried (idempotency key); an error leaves everything as it was. */
export function useSubmission<B extends object>(options: SubmissionOptions<B>, missing: MissingFiles): Submission {
  const { draft, successMessage, next } = options;
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigateIfCurrent();
  const pathTo = useLocalizedPath();
  const client = useQueryClient();
  const [create] = useCreate<Omit<RaRecord, 'id'>, Error, CreatedRequest>();
  const [asking, setAsking] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<SaveError | null>(null);
  const [earlier, setEarlier] = useState<CreatedRequestRef | null>(null);
  const busy = useRef(false);

  const explain = async (error: unknown): Promise<void> => {
    const found = toSaveError(error);
    // Where the answer was lost the question stays open, to send the same once more.
    if (!found || isRetryable(found)) return setProblem(found);
    draft.markRejected();
    options.onRefused?.();
    // The dialog gives the focus back to its button when it goes: only then can it be moved on.
    flushSync(() => setAsking(false));
    if (error instanceof ApiError && error.status === 404) {
      const gone = await missing.remove().catch(() => 0);
      if (gone > 0) {
        const message = translate('creation.failed.files', { smart_count: gone });
        return setProblem({ kind: 'refused', message, details: [] });
      }
    }
    const { count, formErrors } =
      error instanceof ApiError ? options.applyServerErrors(error) : { count: 0, formErrors: [] };
    setProblem(toSaveErrorWithFields(error, count, formErrors));
  };

  const submit = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setProblem(null);
    const body = options.body();
    const sent = JSON.stringify(body);
    const before = draft.markPending(sent);
    try {
      const meta = { query: options.query ?? {}, idempotencyKey: draft.idempotencyKey } satisfies RequestMeta;
      const sending = create(options.resource, { data: body, meta }, { returnPromise: true });
      const answer = await (sending as Promise<CreatedRequest>).catch(getAlreadyCreated);
      const created = { id: answer.id, number: 'number' in answer ? answer.number : answer.requestId };
      // The key brings back what a try without an answer had created, perhaps not what is on the page now.
      const same = before === null || before === sent || ((await options.matchesSent?.(created, body)) ?? false);
      options.clear();
      draft.drop();
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'meta' && queryKey[0] !== 'profile',
      });
      setAsking(false);
      if (!same) return setEarlier(created);
      // The snackbar is outside the page and does not have its messages.
      const text = translate(successMessage, { number: created.number });
      notify(text, { type: 'success', messageArgs: { _: text } });
      navigate(pathTo(next));
    } catch (error) {
      await explain(error);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  const forgetProblem = () => setProblem(null);
  return {
    isConfirmOpen: asking,
    openConfirm: () => {
      // A try that may have arrived is still told when the question is asked again.
      if (!isRetryable(problem)) forgetProblem();
      setAsking(true);
    },
    close: () => setAsking(false),
    submit,
    sending,
    saveError: problem,
    clearSaveError: forgetProblem,
    alreadyCreated: earlier,
  };
}
