import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEvent, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { DraftConflictAlert } from '../forms/DraftAlerts';
import { useUnsavedForm, useUnsavedForms } from '../forms/unsavedForms';
import { useSubmitShortcut } from '../forms/useSubmitShortcut';
import { useFormat } from '../i18n/format';
import { useOpenFeedback } from '../layout/openFeedback';
import { BackToListButton } from '../routing/BackToListButton';
import { useLocalizedPath } from '../routing/links';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { FormColumn } from '../ui/FormColumn';
import { PageHeader } from '../ui/PageHeader';
import { reloadPage } from '../ui/reloadPage';
import { AlreadyCreatedDialog } from './RequestDialogs';
import { RequestToolbar } from './RequestToolbar';
import { SetupHints } from './SetupHints';
import type { RequestForm } from './useRequestForm';

interface NewRequestPageProps {
  creation: RequestForm;
  title: string;
  subtitle?: string;
  /** Button next to the title. */
  action?: ReactNode;
  /** Contents of a restored draft for its alert, such as "2 units". */
  contents?: string | undefined;
  submitLabel?: string;
  /** Path of the list of created requests, and of the page of one. */
  list: string;
  record: string;
  /** True if it is as wide as the page, as for a table; by default as wide as a form. */
  isWide?: boolean;
  children: ReactNode;
}

/** Page of a creation form: title, draft status, alerts, form and toolbar. */
export function NewRequestPage(props: NewRequestPageProps) {
  const { creation, title, subtitle, action, contents, submitLabel, list, record, isWide = false, children } = props;
  const { draft, missing, submission, isPristine, reason, handleSubmit } = creation;
  const translate = useTranslate();
  const navigate = useNavigate();
  const forms = useUnsavedForms();
  const path = useLocalizedPath();
  const format = useFormat();
  const saved = useSyncExternalStore(draft.subscribe, draft.getSaved);
  const openFeedback = useOpenFeedback();
  // Contents on the first render come from the draft.
  const [restored, setRestored] = useState(draft.restoredAt && { at: draft.restoredAt, contents });
  const [clearing, setClearing] = useState(false);
  usePreventFileDrops();
  useSubmitShortcut(handleSubmit);

  const clearForm = () => {
    creation.clear();
    draft.drop();
  };
  // The draft has everything but unfinished uploads, so only these ask before leaving.
  const discard = useEvent(clearForm);
  useUnsavedForm({ dirty: creation.uploading, discard, keepsDraft: true, uploading: creation.uploading });
  const clear = () => {
    setClearing(false);
    setRestored(null);
    missing.dismiss();
    submission.clearSaveError();
    clearForm();
  };
  const cancel = () => {
    // The page may stay rendered for a moment and must not show discarded values.
    forms.discardAll();
    void navigate(path(creation.next));
  };
  const renderDraftLine = () => {
    if (saved === 'failed') return translate('creation.draft.failed');
    return saved && saved !== 'changedElsewhere'
      ? translate('creation.draft.saved', { time: format.timeWithZone(saved.at) })
      : subtitle;
  };
  const restoredValues = restored && { time: format.dateTimeWithZone(restored.at), contents: restored.contents };
  const closeText = translate('shared.close');
  const content = (
    <>
      <Box sx={{ display: 'grid', gap: 1, marginBottom: 2, '&:empty': { display: 'none' } }}>
        {saved === 'changedElsewhere' && (
          <DraftConflictAlert conflict={{ loadStored: reloadPage, keepLocal: () => draft.keepLocal() }} />
        )}
        <SetupHints onWrite={openFeedback} />
        {restoredValues && (
          <Alert severity="info" role="status" onClose={() => setRestored(null)} closeText={closeText}>
            {translate(restored.contents ? 'creation.draft.restoredWith' : 'creation.draft.restored', restoredValues)}
          </Alert>
        )}
        {missing.labels.length > 0 && (
          <Alert severity="warning" onClose={missing.dismiss} closeText={closeText}>
            {translate('creation.draft.missing', {
              smart_count: missing.labels.length,
              names: missing.labels.join(', '),
            })}
          </Alert>
        )}
      </Box>
      {children}
    </>
  );
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%' }}>
      <FormColumn isWide={isWide}>
        <RequestHeader {...{ title, list, action }} draftLine={renderDraftLine()} />
        {content}
      </FormColumn>
      <Box sx={{ flex: 1 }} />
      <RequestToolbar
        {...{ submission, reason, isPristine, isWide }}
        submitLabel={submitLabel ?? translate('creation.submit')}
        onSubmit={handleSubmit}
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
      {submission.alreadyCreated && <AlreadyCreatedDialog created={submission.alreadyCreated} {...{ record, list }} />}
    </Box>
  );
}

interface RequestHeaderProps extends Pick<NewRequestPageProps, 'title' | 'list' | 'action'> {
  /** State of the draft, or a hint. */
  draftLine?: string;
}

/** Header of a creation form, with the arrow to the list of created requests. */
export function RequestHeader({ title, list, action, draftLine }: RequestHeaderProps) {
  const translate = useTranslate();
  return (
    <PageHeader
      title={title}
      subtitle={<span role="status">{draftLine ?? translate('creation.draft.idle')}</span>}
      actions={action}
      back={<BackToListButton list={list} />}
    />
  );
}

const preventDrop = (event: DragEvent) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
};

/** Prevent the browser from opening a file that is dropped outside a drop zone. */
function usePreventFileDrops(): void {
  useEffect(() => {
    window.addEventListener('dragover', preventDrop);
    window.addEventListener('drop', preventDrop);
    return () => {
      window.removeEventListener('dragover', preventDrop);
      window.removeEventListener('drop', preventDrop);
    };
  }, []);
}
