import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { SaveStatus } from '../../../core/forms/DraftAlerts';
import { readDraft } from '../../../core/forms/drafts';
import { useAnyDirty, useKeepsDrafts } from '../../../core/forms/unsavedForms';
import { buildRecordDraftKey } from '../../../core/process/ProcessForm';
import { useAction, useProcess } from '../../../core/process/processContext';
import { PaneBody, StepPane } from '../../../core/process/StepPane';
import { ASIDE_WIDTH } from './RequestAside';
import { SessionCard } from './SessionCard';
import { getDraftPart, NEW_SESSION_ID } from './sessionForm';
import { useFollowUpLinks } from './useFollowUpLinks';

interface SessionsEditorProps {
  title: string;
  /** Content next to the sessions, about the request. */
  aside: ReactNode;
  /** True while a check is being saved. */
  waiting: boolean;
  canSave: boolean;
}

/** Forms of the sessions, each saved separately, with at most one new session. */
export function SessionsEditor({ title, aside, waiting, canSave }: SessionsEditorProps) {
  const page = useProcess<RemoteSupport>();
  const { record } = page;
  const translate = useTranslate();
  const dirty = useAnyDirty();
  const keepsDrafts = useKeepsDrafts();
  const rows = record.serviceReviewSessions;
  // Open the first session by default, and a new session that has a draft.
  const [isOpen, setOpen] = useState(
    () => (canSave && rows.length === 0) || readDraft(buildRecordDraftKey(page, getDraftPart(NEW_SESSION_ID))) !== null,
  );
  const [isAdded, setAdded] = useState(false);
  const mayDelete = useAction('delete_session') !== undefined && canSave;
  // After the review, one session must remain.
  const canDelete = mayDelete && (rows.length > 1 || record.status.key === 'SERVICE_REVIEW');
  const savedState = rows.length > 0 ? 'saved' : null;
  const dirtyState = keepsDrafts ? 'kept' : 'unsaved';
  const secondary = (
    <>
      {useFollowUpLinks()}
      <SaveStatus state={dirty ? dirtyState : savedState} />
    </>
  );
  return (
    <StepPane {...{ title, aside }} asideWidth={ASIDE_WIDTH} bar={{ waiting, secondary }}>
      <PaneBody>
        <Box sx={{ display: 'grid', gap: 2 }}>
          {rows.length === 0 && !isOpen && <NoSessions />}
          {rows.map(({ id }, index) => (
            <SessionCard
              key={id}
              id={id}
              title={translate('remoteSupport.session.number', { number: index + 1 })}
              {...{ canSave, canDelete }}
            />
          ))}
          {isOpen && (
            <SessionCard
              id={NEW_SESSION_ID}
              title={translate('remoteSupport.session.fresh')}
              canSave={canSave}
              canDelete
              autoFocus={isAdded}
              onClose={() => setOpen(false)}
            />
          )}
          {canSave && !isOpen && (
            <div>
              <Button
                startIcon={<AddIcon />}
                onClick={() => {
                  setAdded(true);
                  setOpen(true);
                }}
              >
                {translate('remoteSupport.session.add')}
              </Button>
            </div>
          )}
        </Box>
      </PaneBody>
    </StepPane>
  );
}

/** Placeholder for an empty list of sessions. */
export function NoSessions() {
  const translate = useTranslate();
  return <Typography sx={{ color: 'text.secondary' }}>{translate('remoteSupport.session.none')}</Typography>;
}
