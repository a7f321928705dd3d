import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import type { Submission } from './useSubmission';

interface SubmitDialogProps {
  submission: Submission;
  title: string;
  /** What the button says; "Submit request" where absent. */
  submitLabel?: string;
  wide?: boolean;
  children: ReactNode;
}

/** The last look before a form is sent; stays open where sending it again is the way on. */
export function SubmitDialog({ submission, title, submitLabel, wide = false, children }: SubmitDialogProps) {
  const translate = useTranslate();
  const { problem } = submission;
  return (
    <ConfirmDialog
      open
      title={title}
      wide={wide}
      confirmLabel={problem?.again ? translate('shared.tryAgain') : (submitLabel ?? translate('creation.submit'))}
      cancelLabel={translate('creation.edit')}
      busy={submission.sending}
      onConfirm={() => void submission.submit()}
      onClose={submission.close}
    >
      {children}
      {problem && (
        <Alert severity="error" sx={{ marginTop: 2 }}>
          {problem.message}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
