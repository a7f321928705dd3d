import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { SaveStatus } from '../../../core/forms/DraftAlerts';
import { readDraft } from '../../../core/forms/drafts';
import { useAnyDirty, useKeepsDrafts } from '../../../core/forms/unsavedForms';
import { buildRecordDraftKey } from '../../../core/process/ProcessForm';
import { useAction, useProcess } from '../../../core/process/processContext';
import { PaneBody, StepPane } from '../../../core/process/StepPane';
import { DeleteSessionButton } from './DeleteSessionButton';
import { ASIDE_WIDTH } from './RequestAside';
import { SessionCard } from './SessionCard';
import { NoSessions, SessionList, useSessionTotals } from './SessionList';
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

/** Sessions as text or form, each saved separately; at most one is new. */
export function SessionsEditor({ title, aside, waiting, canSave }: SessionsEditorProps) {
  const page = useProcess<RemoteSupport>();
  const { record } = page;
  const translate = useTranslate();
  const dirty = useAnyDirty();
  const keepsDrafts = useKeepsDrafts();
  const rows = record.serviceReviewSessions;
  // Open the first session by default, and sessions that have a draft.
  const [openIds, setOpenIds] = useState<readonly number[]>(() => [
    ...(canSave && rows.length === 0 ? [NEW_SESSION_ID] : []),
    ...[...rows.map(({ id }) => id), NEW_SESSION_ID].filter(
      (id) => readDraft(buildRecordDraftKey(page, getDraftPart(id))) !== null,
    ),
  ]);
  // The form to focus once it is opened, then the button that opened it.
  const [focusedId, setFocusedId] = useState<number | null>(null);
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
  const open = (id: number) => {
    setFocusedId(id);
    setOpenIds([...openIds, id]);
  };
  const renderForm = (id: number, name: string, isDeletable: boolean) =>
    openIds.includes(id) ? (
      <SessionCard
        id={id}
        title={name}
        canSave={canSave}
        canDelete={isDeletable}
        autoFocus={focusedId === id}
        onClose={() => {
          setFocusedId(id);
          setOpenIds((before) => before.filter((each) => each !== id));
        }}
      />
    ) : null;
  const isAdding = openIds.includes(NEW_SESSION_ID);
  return (
    <StepPane {...{ title, aside }} summary={useSessionTotals()} asideWidth={ASIDE_WIDTH} bar={{ waiting, secondary }}>
      <PaneBody>
        <Box sx={{ display: 'grid', gap: 2 }}>
          {rows.length === 0 && !isAdding && <NoSessions />}
          {rows.length > 0 && (
            <SessionList
              sessions={rows}
              getForm={({ id }, name) => renderForm(id, name, canDelete)}
              getActions={({ id }, name) => (
                <>
                  {canSave && (
                    <IconButton
                      aria-label={translate('remoteSupport.session.editOf', { name })}
                      autoFocus={focusedId === id}
                      onClick={() => open(id)}
                    >
                      <EditIcon />
                    </IconButton>
                  )}
                  {canDelete && <DeleteSessionButton id={id} title={name} />}
                </>
              )}
            />
          )}
          {renderForm(NEW_SESSION_ID, translate('remoteSupport.session.fresh'), true)}
          {canSave && !isAdding && (
            <div>
              <Button
                startIcon={<AddIcon />}
                autoFocus={focusedId === NEW_SESSION_ID}
                onClick={() => open(NEW_SESSION_ID)}
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
