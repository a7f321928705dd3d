import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { SaveErrorAlert } from '../forms/SaveErrorAlert';
import { isRetryable } from '../forms/saveError';
import { useLocalizedPath } from '../routing/links';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import type { CreatedRequestRef, Submission } from './useSubmission';

interface SubmitDialogProps {
  submission: Submission;
  title: string;
  /** Label of the button; "Submit request" if absent. */
  submitLabel?: string;
  wide?: boolean;
  children: ReactNode;
}

/** Confirmation dialog before submission; stays open if a retry may help. */
export function SubmitDialog({ submission, title, submitLabel, wide = false, children }: SubmitDialogProps) {
  const translate = useTranslate();
  const { saveError } = submission;
  return (
    <ConfirmDialog
      open
      title={title}
      wide={wide}
      confirmLabel={
        isRetryable(saveError) ? translate('shared.tryAgain') : (submitLabel ?? translate('creation.submit'))
      }
      cancelLabel={translate('creation.edit')}
      busy={submission.sending}
      onConfirm={() => void submission.submit()}
      onClose={submission.close}
    >
      {children}
      <SaveErrorAlert problem={saveError} keptKey="creation.failed.kept" />
    </ConfirmDialog>
  );
}

interface AlreadyCreatedDialogProps {
  created: CreatedRequestRef;
  /** Paths of the page of a created request, and of its list. */
  record: string;
  list: string;
}

/** Dialog after a retry whose earlier attempt had created the request. The request lacks the later changes. */
export function AlreadyCreatedDialog({ created: { id, number }, record, list }: AlreadyCreatedDialogProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = useLocalizedPath();
  return (
    <ConfirmDialog
      open
      title={translate('shared.earlier.title', { number })}
      confirmLabel={translate('shared.earlier.open', { number })}
      cancelLabel={translate('shared.earlier.list')}
      onConfirm={() => void navigate(path(`${record}/${id}`))}
      onClose={() => void navigate(path(list))}
    >
      {translate('shared.earlier.text')}
    </ConfirmDialog>
  );
}
