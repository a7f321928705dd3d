import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { AttachmentsButton } from '../../kernel/files/AttachmentsButton';
import { ActionBar } from '../../kernel/process/ActionBar';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { EditWindow, useEditWindow } from './EditWindow';
import { SessionList } from './SessionList';
import { SessionsEditor } from './SessionsEditor';
import type { RemoteSupport } from './types';

/** Service review: the sessions of remote service, to write for those whom the server lets, to read for the others. */
export default function ServiceReviewPane() {
  const { record, editable, staleFormKept } = useProcess<RemoteSupport>();
  const translate = useTranslate();
  const { left, ended } = useEditWindow();
  const canSave = useAction('save_session') !== undefined && !ended;
  const sessions = record.serviceReviewSessions;
  return (
    <>
      <PaneHead title={translate('remoteSupport.review.title')}>
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('files.attachments')}
        </Typography>
        <AttachmentsButton files={record.attachments} ownerName={record.number} />
      </PaneHead>
      <StepNote />
      <EditWindow left={left} />
      {editable && (canSave || staleFormKept) ? (
        <SessionsEditor canSave={canSave} />
      ) : (
        <>
          <Box sx={{ paddingInline: 2, paddingBottom: 3, maxWidth: 960 }}>
            {sessions.length > 0 ? (
              <SessionList sessions={sessions} />
            ) : (
              <Typography sx={{ color: 'text.secondary' }}>{translate('remoteSupport.session.none')}</Typography>
            )}
          </Box>
          <ActionBar />
        </>
      )}
    </>
  );
}
