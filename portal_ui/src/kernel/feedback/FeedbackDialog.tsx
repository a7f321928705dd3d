import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { call } from '../../server/http';
import { LongTextInput } from '../../shared/fields/LongTextInput';
import { draftKey } from '../saving/drafts';
import { FormDialog } from '../saving/FormDialog';
import { problemOf, type SaveProblem } from '../saving/problem';
import { maxLength, required } from '../saving/rules';
import { applyServerErrors } from '../saving/serverErrors';
import { useDialogDraft } from '../saving/useDialogDraft';
import { useIdempotencyKey } from '../saving/useIdempotencyKey';

/** The most characters that the spec allows (1, section 5). */
const most = { title: 64, content: 640, page: 255 };
const empty = { title: '', content: '' };
const rules = { title: [required, maxLength(most.title)], content: [required, maxLength(most.content)] };

/** What the user thinks of the portal, sent with the page that it was written on. */
export default function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { pathname } = useLocation();
  const [page] = useState(() => ({
    pageName: (document.querySelector('h1')?.textContent ?? '').slice(0, most.page),
    pagePath: pathname.slice(0, most.page),
  }));
  const [keyOf] = useIdempotencyKey();
  const form = useForm({ defaultValues: empty });
  const { isSubmitting } = form.formState;
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const draft = useDialogDraft(form, draftKey('feedback', 0, 'dialog'));

  const send = form.handleSubmit(async (texts) => {
    setProblem(null);
    const body = { ...texts, ...page };
    try {
      await call('PUT', '/api/v1/support/request/feedback', { body, idempotencyKey: keyOf(body) });
    } catch (error) {
      setProblem(problemOf(error, applyServerErrors(form, error)));
      return;
    }
    draft.end();
    notify('feedback.sent', { type: 'success' });
    onClose();
  });

  return (
    <FormDialog
      title={translate('feedback.title')}
      submitLabel={translate('feedback.send')}
      draft={draft}
      busy={isSubmitting}
      problem={problem}
      onSubmit={send}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <TextInput source="title" label="feedback.subject" validate={rules.title} />
        <LongTextInput
          source="content"
          label="feedback.content"
          helperText="feedback.help"
          minRows={4}
          maxLength={most.content}
          validate={rules.content}
        />
      </FormProvider>
    </FormDialog>
  );
}
