import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { useLocation } from 'react-router';
import { call } from '../../api/http';
import { buildDraftKey } from '../../core/forms/drafts';
import { PortalFormDialog } from '../../core/forms/FormDialog';
import { LongTextInput } from '../../core/forms/inputs/LongTextInput';
import type { PortalFormProps } from '../../core/forms/PortalForm';
import { type SaveError, toSaveError } from '../../core/forms/saveError';
import { useIdempotencyKey } from '../../core/forms/useIdempotencyKey';
import { maxLength, required } from '../../core/forms/validators';

/** Maximum lengths (spec 1, section 5). */
const MAX_LENGTH = { title: 64, content: 640, page: 255 };
const empty = { title: '', content: '' };
const validators = {
  title: [required, maxLength(MAX_LENGTH.title)],
  content: [required, maxLength(MAX_LENGTH.content)],
};

/** Dialog to send feedback, with the title and path of the current page. */
export default function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { pathname } = useLocation();
  const [page] = useState(() => ({
    pageName: (document.querySelector('h1')?.textContent ?? '').slice(0, MAX_LENGTH.page),
    pagePath: pathname.slice(0, MAX_LENGTH.page),
  }));
  const [keyOf] = useIdempotencyKey();
  const [problem, setProblem] = useState<SaveError | null>(null);

  const send: PortalFormProps<typeof empty>['onSave'] = async (texts, { applyServerErrors, end }) => {
    setProblem(null);
    const body = { ...texts, ...page };
    try {
      await call('PUT', '/api/v1/support/request/feedback', { body, idempotencyKey: keyOf(body) });
    } catch (error) {
      setProblem(toSaveError(error, applyServerErrors(error)));
      return;
    }
    end();
    notify('feedback.sent', { type: 'success' });
    onClose();
  };

  return (
    <PortalFormDialog
      title={translate('feedback.title')}
      submitLabel={translate('feedback.send')}
      form={{ values: empty, mode: 'onSubmit', draft: { key: buildDraftKey('feedback', 0, 'dialog') }, onSave: send }}
      disabled={(_, { dirty }) => !dirty}
      problem={problem}
      onClose={onClose}
    >
      <TextInput source="title" label="feedback.subject" validate={validators.title} />
      <LongTextInput
        source="content"
        label="feedback.content"
        helperText="feedback.help"
        minRows={4}
        maxLength={MAX_LENGTH.content}
        validate={validators.content}
      />
    </PortalFormDialog>
  );
}
