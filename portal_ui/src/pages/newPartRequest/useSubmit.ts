import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import type { FieldPath } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { partRequestKind } from '../../processes/partRequest/kind';
import type { PartRequest } from '../../processes/partRequest/types';
import { useErrorMessage } from '../../server/errorMessage';
import { ApiError, call, NetworkError } from '../../server/http';
import type { Created } from '../../shared/EarlierDialog';
import { useFeedback } from '../../shared/feedback';
import { usePath } from '../../shared/links';
import type { PartyForm } from '../../shared/shipping/party';
import { itemsBody, layErrors } from './items';
import type { PartRequestForm } from './usePartRequestForm';

/** Sends the form; what fails leaves everything as it was, and says why. `onOver` closes the confirmation. */
export function useSubmit(state: PartRequestForm, target: PartRequest | null, onOver: () => void) {
  const translate = useTranslate();
  const errorMessage = useErrorMessage();
  const feedback = useFeedback();
  const navigate = useNavigate();
  const path = usePath();
  const client = useQueryClient();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<{ message: string; again: boolean } | null>(null);
  const [earlier, setEarlier] = useState<Created | null>(null);
  const busy = useRef(false);

  const explain = async (error: unknown): Promise<void> => {
    if (error instanceof ApiError && error.endsSession) return;
    const lost = error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
    if (lost || (error instanceof ApiError && error.status === 429)) {
      const why = error instanceof NetworkError ? translate('newPartRequest.failed.line') : errorMessage(error);
      // The confirmation stays open, to send the same once more.
      return setProblem({ message: `${why} ${translate('newPartRequest.failed.kept')}`, again: true });
    }
    // The server did not take it, and said so: nothing is on its way.
    state.keep({ unanswered: null });
    onOver();
    if (error instanceof ApiError && error.status === 404 && (await state.removeGone().catch(() => 0)) > 0) {
      return;
    }
    if (error instanceof ApiError && error.code === 'STALE') {
      await client.invalidateQueries({ queryKey: ['process', partRequestKind.kind, target?.id] });
    }
    const laid = layErrors(error instanceof ApiError ? error.fields : {}, state.items);
    state.setItemErrors(laid.items);
    laid.fields.forEach(({ path: at, message }, index) => {
      state.form.setError(at as FieldPath<PartyForm>, { type: 'server', message }, { shouldFocus: index === 0 });
    });
    const count = laid.items.size + laid.fields.length;
    const mend = count > 0 ? translate('newPartRequest.failed.fields', { smart_count: count }) : errorMessage(error);
    setProblem({ message: [mend, ...laid.others].join(' '), again: false });
  };

  const submit = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setProblem(null);
    state.setItemErrors(new Map());
    const party = target ? {} : state.form.getValues();
    const body = { ...party, parts: itemsBody(state.items) };
    const { idempotencyKey, unanswered } = state.stored();
    const sent = JSON.stringify(body);
    state.keep({ unanswered: unanswered ?? sent });
    try {
      const created = await call<{ id: number; requestId: string }>('POST', '/api/v1/parts/new-part-request-items', {
        query: target ? { partRequestId: target.id, version: target.version } : {},
        body,
        idempotencyKey,
      });
      state.drop();
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'meta' });
      // The key brings back what a try without an answer had created, perhaps not what is on the page now.
      if (unanswered !== null && unanswered !== sent) {
        onOver();
        return setEarlier({ id: created.id, number: created.requestId });
      }
      const said = target ? 'newPartRequest.added' : 'newPartRequest.sent';
      feedback.success(translate(said, { number: created.requestId }));
      void navigate(path(target ? `process-part-request/${target.id}` : 'part-request/list'));
    } catch (error) {
      await explain(error);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  return { submit, sending, problem, earlier, forgetProblem: () => setProblem(null) };
}
