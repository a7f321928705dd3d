import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { CreationDraft } from '../../kernel/creation/useCreationDraft';
import { useErrorMessage } from '../../server/errorMessage';
import { ApiError, call, NetworkError } from '../../server/http';
import { showServerFields } from '../../server/serverFields';
import { useFeedback } from '../../shared/feedback';
import { usePath } from '../../shared/links';
import { formPathOf, type SupportForm, supportBodyOf } from './supportForm';

interface Created {
  id: number;
  requestId: string;
}

/** Sends the form; what fails leaves everything as it was, and says so. `onRefused` runs before fields are marked. */
export function useSendSupport(
  form: UseFormReturn<SupportForm>,
  draft: CreationDraft,
  removeGone: () => Promise<number>,
  onRefused: () => void,
) {
  const translate = useTranslate();
  const errorMessage = useErrorMessage();
  const feedback = useFeedback();
  const navigate = useNavigate();
  const path = usePath();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const busy = useRef(false);

  const explain = async (error: unknown, sent: string) => {
    onRefused();
    if (error instanceof ApiError && error.endsSession) return;
    if (error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)) {
      draft.markUncertain(sent);
      const why = error instanceof NetworkError ? translate('newRemoteSupport.failed.line') : errorMessage(error);
      return setProblem(`${why} ${translate('newRemoteSupport.failed.kept')}`);
    }
    if (error instanceof ApiError && error.status === 404) {
      const gone = await removeGone().catch(() => 0);
      if (gone > 0) return setProblem(translate('newRemoteSupport.failed.files', { smart_count: gone }));
    }
    const placed = showServerFields(error, form, formPathOf);
    setProblem(placed ? translate('newRemoteSupport.failed.fields') : errorMessage(error));
  };

  const send = async () => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setProblem(null);
    const body = supportBodyOf(form.getValues());
    const sent = JSON.stringify(body);
    try {
      const created = await call<Created>('PUT', '/api/v1/support/save', {
        body,
        idempotencyKey: draft.idempotencyKey(),
      });
      // A try without an answer had arrived: the key brings that request back, without what was changed since.
      const before = draft.uncertain();
      const earlier = before !== null && before !== sent;
      draft.forget();
      feedback.success(
        translate(`newRemoteSupport.${earlier ? 'sentEarlier' : 'sent'}`, { number: created.requestId }),
      );
      void navigate(path('remote-support/list'));
    } catch (error) {
      await explain(error, sent);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  return { send, sending, problem, forgetProblem: () => setProblem(null) };
}
