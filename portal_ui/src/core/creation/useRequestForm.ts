import { useTranslate } from 'ra-core';
import { useServiceMissing } from '../../api/ownProfile';
import type { CreationDraft } from './requestDraft';
import { type FormFile, type MissingFiles, useMissingFiles } from './useMissingFiles';
import { type Submission, type SubmissionOptions, useSubmission } from './useSubmission';

interface CreationOptions<B extends object> extends SubmissionOptions<B> {
  /** The files that stand on the form. */
  files: () => readonly FormFile[];
  removeFiles: (gone: ReadonlySet<string>) => void;
  /** Nothing stands on the form that could be cleared. */
  untouched: boolean;
  /** What the form still lacks; null where it is whole. */
  lacks: string | null;
  /** Files that are on their way, and those that were not uploaded. */
  uploads?: { sending: number; failed: number };
  /** Judges the form: `review` opens the last question, unless something else is missing. */
  judge: (review: () => void) => void;
}

/** What every form that creates something has: a draft on this device, files that may be gone, the way to the server. */
export interface Creation {
  draft: CreationDraft<unknown>;
  missing: MissingFiles;
  submission: Submission;
  untouched: boolean;
  /** Files have not reached the server yet: the draft does not keep them. */
  uploading: boolean;
  /** Why it cannot be sent yet; null when it can. */
  reason: string | null;
  /** Opens the last question, or leads to what is missing. */
  attempt: () => void;
  clear: () => void;
  /** Where the user goes once it is sent, or given up. */
  next: string;
}

const noUploads = { sending: 0, failed: 0 };

/** Makes of what a page tells of its form what CreationPage draws around it. */
export function useCreation<B extends object>(options: CreationOptions<B>): Creation {
  const { draft, untouched, lacks, uploads = noUploads, judge, clear, next } = options;
  const translate = useTranslate();
  const serviceMissing = useServiceMissing();
  const missing = useMissingFiles(draft, options.files, options.removeFiles);
  const submission = useSubmission(options, missing);
  const whyNot = (): string | null => {
    if (lacks !== null) return lacks;
    if (untouched) return translate('creation.reason.untouched');
    if (uploads.failed > 0) return translate('creation.reason.failed', { smart_count: uploads.failed });
    if (uploads.sending > 0) return translate('creation.reason.sending', { smart_count: uploads.sending });
    return serviceMissing ? translate('creation.reason.service') : null;
  };
  const reason = whyNot();
  const attempt = () => judge(() => reason === null && submission.ask());
  const uploading = uploads.sending + uploads.failed > 0;
  return { draft, missing, submission, untouched, uploading, reason, attempt, clear, next };
}
