import { useTranslate } from 'ra-core';
import { useIsServiceMissing } from '../../api/ownProfile';
import type { RequestDraft } from './requestDraft';
import { type FormFile, type MissingFiles, useMissingFiles } from './useMissingFiles';
import { type Submission, type SubmissionOptions, useSubmission } from './useSubmission';

interface RequestFormOptions<B extends object> extends SubmissionOptions<B> {
  /** The files that stand on the form. */
  files: () => readonly FormFile[];
  removeFiles: (gone: ReadonlySet<string>) => void;
  /** Nothing stands on the form that could be cleared. */
  isPristine: boolean;
  /** What the form still lacks; null where it is whole. */
  missingReason: string | null;
  /** Files that are on their way, and those that were not uploaded. */
  uploads?: { sending: number; failed: number };
  /** Judges the form: `review` opens the last question, unless something else is missing. */
  validate: (review: () => void) => void;
}

/** What every form that creates something has: a draft on this device, files that may be gone, the way to the server. */
export interface RequestForm {
  draft: RequestDraft<unknown>;
  missing: MissingFiles;
  submission: Submission;
  isPristine: boolean;
  /** Files have not reached the server yet: the draft does not keep them. */
  uploading: boolean;
  /** Why it cannot be sent yet; null when it can. */
  reason: string | null;
  /** Opens the last question, or leads to what is missing. */
  handleSubmit: () => void;
  clear: () => void;
  /** Where the user goes once it is sent, or given up. */
  next: string;
}

const NO_UPLOADS = { sending: 0, failed: 0 };

/** Makes of what a page tells of its form what NewRequestPage draws around it. */
export function useRequestForm<B extends object>(options: RequestFormOptions<B>): RequestForm {
  const { draft, isPristine, missingReason, uploads = NO_UPLOADS, validate, clear, next } = options;
  const translate = useTranslate();
  const serviceMissing = useIsServiceMissing();
  const missing = useMissingFiles(draft, options.files, options.removeFiles);
  const submission = useSubmission(options, missing);
  const whyNot = (): string | null => {
    if (missingReason !== null) return missingReason;
    if (isPristine) return translate('creation.reason.untouched');
    if (uploads.failed > 0) return translate('creation.reason.failed', { smart_count: uploads.failed });
    if (uploads.sending > 0) return translate('creation.reason.sending', { smart_count: uploads.sending });
    return serviceMissing ? translate('creation.reason.service') : null;
  };
  const reason = whyNot();
  const attempt = () => validate(() => reason === null && submission.openConfirm());
  const uploading = uploads.sending + uploads.failed > 0;
  return { draft, missing, submission, isPristine, uploading, reason, handleSubmit: attempt, clear, next };
}
