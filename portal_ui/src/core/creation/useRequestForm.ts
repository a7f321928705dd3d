import { useTranslate } from 'ra-core';
import { useIsServiceMissing } from '../../api/ownProfile';
import { hasUploads, NO_UPLOADS, type UploadTotals } from '../files/uploadTotals';
import type { RequestDraft } from './requestDraft';
import { type FormFile, type MissingFiles, useMissingFiles } from './useMissingFiles';
import { type Submission, type SubmissionOptions, useSubmission } from './useSubmission';

interface RequestFormOptions<B extends object> extends SubmissionOptions<B> {
  /** Uploaded files of the form. */
  files: () => readonly FormFile[];
  removeFiles: (ids: ReadonlySet<string>) => void;
  /** Whether the form has nothing to clear. */
  isPristine: boolean;
  /** Reason why the form is incomplete; null if it is complete. */
  missingReason: string | null;
  /** Numbers of unfinished and failed uploads. */
  uploads?: UploadTotals;
  /** Validate the form; if valid, call `review` to open the confirmation dialog. */
  validate: (review: () => void) => void;
}

/** State of a creation form: draft, expired files and submission. */
export interface RequestForm {
  draft: RequestDraft<unknown>;
  missing: MissingFiles;
  submission: Submission;
  isPristine: boolean;
  /** True while uploads are unfinished or failed; the draft lacks these files. */
  uploading: boolean;
  /** Reason why the form cannot be submitted yet; null if it can. */
  reason: string | null;
  /** Open the confirmation dialog, or focus what is missing. */
  handleSubmit: () => void;
  clear: () => void;
  /** Path to open after a submission or discard. */
  next: string;
}

/** Return the state of a creation form for `NewRequestPage`. */
export function useRequestForm<B extends object>(options: RequestFormOptions<B>): RequestForm {
  const { draft, isPristine, missingReason, uploads = NO_UPLOADS, validate, clear, next } = options;
  const translate = useTranslate();
  const serviceMissing = useIsServiceMissing();
  const missing = useMissingFiles(draft, options.files, options.removeFiles);
  const submission = useSubmission(options, missing);
  const getReason = (): string | null => {
    if (missingReason !== null) return missingReason;
    if (uploads.failed > 0) return translate('creation.reason.failed', { smart_count: uploads.failed });
    if (uploads.sending > 0) return translate('creation.reason.sending', { smart_count: uploads.sending });
    return serviceMissing ? translate('creation.reason.service') : null;
  };
  const reason = getReason();
  const handleSubmit = () => validate(() => reason === null && submission.openConfirm());
  const uploading = hasUploads(uploads);
  return { draft, missing, submission, isPristine, uploading, reason, handleSubmit, clear, next };
}
