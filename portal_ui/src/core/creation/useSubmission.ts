import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useCreate, useNotify, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, type Query } from '../../api/http';
import type { RequestMeta, RequestResource } from '../../api/requests';
import type { CreatedRequest } from '../../api/types';
import { isRetryable, type SaveError, toSaveError } from '../forms/saveError';
import type { MappedErrors } from '../forms/serverErrors';
import { useLocalizedPath } from '../routing/links';
import { useNavigateIfCurrent } from '../routing/useNavigateIfCurrent';
import type { RequestDraft } from './requestDraft';
import type { MissingFiles } from './useMissingFiles';

/** Reference to a created request. */
export interface CreatedRequestRef {
  id: number;
  number: string;
}

export interface SubmissionOptions<B extends object> {
  draft: RequestDraft<unknown>;
  resource: RequestResource;
  /** Query with the request that the new one is created from or added to. */
  query?: Query;
  body: () => B;
  /** Show the server's errors in the form and focus the first. Called after the dialog is closed. */
  applyServerErrors: (error: ApiError) => MappedErrors;
  /**
   * Return whether the created request has the content sent, if it can be checked. Without it, a form that was changed
   * since the first attempt is reported.
   */
  matchesSent?: (created: CreatedRequestRef, sent: B) => Promise<boolean>;
  /** Clear the form after its submission. */
  clear: () => void;
  /** Called after a rejection, as cached data may be outdated. */
  onRejected?: () => void;
  /** Translation key of the notification, with `number`. */
  successMessage: string;
  /** Path to open after the submission. */
  next: string;
}

/** Submission of a form, with its confirmation dialog. */
export interface Submission {
  /** Whether the confirmation dialog is open. */
  isConfirmOpen: boolean;
  openConfirm: () => void;
  close: () => void;
  submit: () => Promise<void>;
  sending: boolean;
  /** Error of the last attempt. */
  saveError: SaveError | null;
  clearSaveError: () => void;
  /** Request with other content that an earlier attempt without a response created. */
  alreadyCreated: CreatedRequestRef | null;
}

/** Return the request that an earlier attempt with the same key had created. Every other error is thrown again. */
function getAlreadyCreated(error: unknown): CreatedRequest {
  if (error instanceof ApiError && error.created) return error.created as CreatedRequest;
  throw error;
}

/** Return the submission of a form; retries use the same idempotency key. Errors leave the form unchanged. */
export function useSubmission<B extends object>(options: SubmissionOptions<B>, missing: MissingFiles): Submission {
  const { draft, successMessage, next } = options;
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigateIfCurrent();
  const pathTo = useLocalizedPath();
  const client = useQueryClient();
  const [create] = useCreate<Omit<RaRecord, 'id'>, Error, CreatedRequest>(options.resource);
  const [isConfirming, setConfirming] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<SaveError | null>(null);
  const [earlier, setEarlier] = useState<CreatedRequestRef | null>(null);
  const busy = useRef(false);

  const handleError = async (error: unknown): Promise<void> => {
    const saveError = toSaveError(error);
    // Without a response the dialog stays open, to retry with the same content.
    if (!saveError || isRetryable(saveError)) return setProblem(saveError);
    draft.markRejected();
    options.onRejected?.();
    // On closing, the dialog returns the focus to its button: only then can a field be focused.
    flushSync(() => setConfirming(false));
    if (error instanceof ApiError && error.status === 404) {
      const missingCount = await missing.remove().catch(() => 0);
      if (missingCount > 0) {
        const message = translate('creation.failed.files', { smart_count: missingCount });
        return setProblem({ kind: 'refused', message, details: [] });
      }
    }
    setProblem(toSaveError(error, error instanceof ApiError ? options.applyServerErrors(error) : undefined));
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
      const response = await (sending as Promise<CreatedRequest>).catch(getAlreadyCreated);
      const created = { id: response.id, number: 'number' in response ? response.number : response.requestId };
      // The key may return the request of an earlier attempt, whose content can differ from the form.
      const same = before === null || before === sent || ((await options.matchesSent?.(created, body)) ?? false);
      options.clear();
      draft.drop();
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'meta' && queryKey[0] !== 'profile',
      });
      setConfirming(false);
      if (!same) return setEarlier(created);
      // The snackbar is outside the page and lacks its translations.
      const text = translate(successMessage, { number: created.number });
      notify(text, { type: 'success', messageArgs: { _: text } });
      navigate(pathTo(next));
    } catch (error) {
      await handleError(error);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  const clearProblem = () => setProblem(null);
  return {
    isConfirmOpen: isConfirming,
    openConfirm: () => {
      // Keep the error of an attempt that may have reached the server.
      if (!isRetryable(problem)) clearProblem();
      setConfirming(true);
    },
    close: () => setConfirming(false),
    submit,
    sending,
    saveError: problem,
    clearSaveError: clearProblem,
    alreadyCreated: earlier,
  };
}
