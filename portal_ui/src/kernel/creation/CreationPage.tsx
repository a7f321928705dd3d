import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { EarlierDialog } from '../../shared/EarlierDialog';
import { useFormat } from '../../shared/format';
import { usePath } from '../../shared/links';
import { PageHeader } from '../../shared/PageHeader';
import { useDropAndUnloadGuard } from '../files/useDropAndUnloadGuard';
import { useSubmitShortcut } from '../saving/useSubmitShortcut';
import { CreationBar } from './CreationBar';
import { CreationNotices } from './CreationNotices';
import type { CreationDraft } from './creationDraft';
import type { MissingFiles } from './useMissingFiles';
import type { Submission } from './useSubmission';

interface CreationPageProps<C> {
  title: string;
  subtitle?: string;
  /** Beside the title: help. */
  help?: ReactNode;
  draft: CreationDraft<C>;
  missing: MissingFiles;
  submission: Submission;
  /** What came back with the draft: "2 units". */
  restored?: string | undefined;
  /** Nothing stands on the form that could be cleared. */
  untouched: boolean;
  /** Why it cannot be sent yet; null when it can. */
  reason: string | null;
  submitLabel?: string;
  uploading: boolean;
  /** Opens the last question, or leads to what is missing. */
  onAttempt: () => void;
  /** Empties the form. */
  onClear: () => void;
  /** The list of what is created, where cancelling leads too; and the page of one. */
  list: string;
  record: string;
  /** Where cancelling leads, when it is not the list. */
  back?: string;
  children: ReactNode;
}

/** The page of a form that creates something: title and draft, notices, the form, and the bar that stays in view. */
export function CreationPage<C>(props: CreationPageProps<C>) {
  const { title, subtitle, help, draft, missing, submission, restored, untouched, reason, submitLabel } = props;
  const { uploading, onAttempt, onClear, list, record, back = list, children } = props;
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = usePath();
  const format = useFormat();
  const saved = useSyncExternalStore(draft.subscribe, draft.getSaved);
  const [noted, setNoted] = useState(draft.restoredAt !== null);
  const [clearing, setClearing] = useState(false);
  useDropAndUnloadGuard(uploading);

  const clear = () => {
    setClearing(false);
    setNoted(false);
    missing.dismiss();
    submission.forgetProblem();
    onClear();
    draft.drop();
  };
  const cancel = () => {
    // The page may still be on screen for a moment: it must not show what is gone.
    onClear();
    draft.drop();
    void navigate(path(back));
  };
  useSubmitShortcut(onAttempt);
  const draftLine = () => {
    if (saved === 'failed') return translate('creation.draft.failed');
    return saved ? translate('creation.draft.saved', { time: format.time(saved.at) }) : subtitle;
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%' }}>
      <PageHeader title={title} subtitle={<span role="status">{draftLine()}</span>} actions={help} />
      <CreationNotices
        restoredAt={noted ? draft.restoredAt : null}
        restored={restored}
        onRestoredSeen={() => setNoted(false)}
        missing={missing}
      />
      {children}
      <Box sx={{ flex: 1 }} />
      <CreationBar
        problem={submission.asking ? null : submission.problem}
        onProblemSeen={submission.forgetProblem}
        onAgain={submission.ask}
        reason={reason}
        untouched={untouched}
        submitLabel={submitLabel ?? translate('creation.submit')}
        onSubmit={onAttempt}
        onClear={() => setClearing(true)}
        onCancel={cancel}
      />
      <ConfirmDialog
        open={clearing}
        danger
        title={translate('creation.clear.title')}
        confirmLabel={translate('creation.clear.label')}
        onConfirm={clear}
        onClose={() => setClearing(false)}
      >
        {translate('creation.clear.text')}
      </ConfirmDialog>
      <EarlierDialog created={submission.earlier} record={record} list={list} />
    </Box>
  );
}
