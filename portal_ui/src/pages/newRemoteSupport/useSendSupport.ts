import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { CreationDraft } from '../../kernel/creation/useCreationDraft';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import { useErrorMessage } from '../../server/errorMessage';
import { ApiError, call, NetworkError } from '../../server/http';
import type { Created } from '../../shared/EarlierDialog';
import { useFeedback } from '../../shared/feedback';
import { usePath } from '../../shared/links';
import { formPathOf, type SupportForm, supportBodyOf } from './supportForm';

/** Sends the form; what fails leaves everything as it was, and says so. `closeQuestion` runs before fields are marked. */
export function useSendSupport(
  form: UseFormReturn<SupportForm>,
  draft: CreationDraft,
  removeGone: () => Promise<number>,
  closeQuestion: () => void,
) {
  const translate = useTranslate();
  const errorMessage = useErrorMessage();
  const feedback = useFeedback();
  const navigate = useNavigate();
  const path = usePath();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<Created | null>(null);
  const busy = useRef(false);
  const client = useQueryClient();

  const explain = async (error: unknown) => {
    closeQuestion();
    if (error instanceof ApiError && error.endsSession) return;
    if (error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)) {
      const why = error instanceof NetworkError ? translate('newRemoteSupport.failed.line') : errorMessage(error);
      return setProblem(`${why} ${translate('newRemoteSupport.failed.kept')}`);
    }
    draft.refused();
    if (error instanceof ApiError && error.status === 404) {
      const gone = await removeGone().catch(() => 0);
      if (gone > 0) return setProblem(translate('newRemoteSupport.failed.files', { smart_count: gone }));
    }
    const { placed } = applyServerErrors(form, error, formPathOf);
    setProblem(Object.keys(placed).length > 0 ? translate('newRemoteSupport.failed.fields') : errorMessage(error));
  };

  const send = async () => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setProblem(null);
    const body = supportBodyOf(form.getValues());
    const sent = JSON.stringify(body);
    const before = draft.sending(sent);
    try {
      const created = await call<{ id: number; requestId: string }>('PUT', '/api/v1/support/save', {
        body,
        idempotencyKey: draft.idempotencyKey(),
      });
      draft.forget();
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'meta' && queryKey[0] !== 'profile',
      });
      // The key brings back what a try without an answer had created, perhaps not what is on the page now.
      if (before !== null && before !== sent) {
        closeQuestion();
        return setEarlier({ id: created.id, number: created.requestId });
      }
      feedback.success(translate('newRemoteSupport.sent', { number: created.requestId }));
      void navigate(path('remote-support/list'));
    } catch (error) {
      await explain(error);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  return { send, sending, problem, earlier, forgetProblem: () => setProblem(null) };
}
