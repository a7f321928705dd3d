import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { RestoredDraftAlert } from '../../../core/forms/DraftAlerts';
import { DateInput } from '../../../core/forms/inputs/DateInput';
import { LongTextInput } from '../../../core/forms/inputs/LongTextInput';
import { usePortalFormContext } from '../../../core/forms/PortalForm';
import { useIdempotencyKey } from '../../../core/forms/useIdempotencyKey';
import type { PortalFormState } from '../../../core/forms/usePortalForm';
import { onSubmitShortcut } from '../../../core/forms/useSubmitShortcut';
import { ProcessForm } from '../../../core/process/ProcessForm';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { ConfirmDialog } from '../../../core/ui/ConfirmDialog';
import {
  getDraftPart,
  MAX_SUMMARY_LENGTH,
  NEW_SESSION_ID,
  type SessionFields,
  toSessionFields,
  validateSession,
} from './sessionForm';
import { buildSessionRemoval, buildSessionUpdate } from './supportUpdates';

interface SessionCardProps {
  /** Id of the session; NEW_SESSION_ID before the first save. */
  id: number;
  title: string;
  canSave: boolean;
  canDelete: boolean;
  /** True to focus the first field. */
  autoFocus?: boolean;
  /** Callback after a new session is saved or discarded. */
  onClose?: () => void;
}

const layout = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '140px 200px minmax(0, 1fr)' },
  '& > .summary': { gridColumn: '1 / -1' },
};

/** Form of one session: hours, day and summary. */
export function SessionCard(props: SessionCardProps) {
  const { id, title, canSave, onClose } = props;
  const { run } = useProcessUpdater();
  const translate = useTranslate();
  const [keyOf, keySaved] = useIdempotencyKey();
  const save = (fields: SessionFields, { applyServerErrors, markSaved }: PortalFormState<SessionFields>) =>
    canSave &&
    run(buildSessionUpdate(id, fields, keyOf(fields)), {
      successMessage: 'remoteSupport.session.saved',
      applyServerErrors,
      onSaved: () => {
        markSaved(fields);
        keySaved();
        onClose?.();
      },
    });
  return (
    <ProcessForm<RemoteSupport, SessionFields>
      part={getDraftPart(id)}
      getValues={({ serviceReviewSessions }) =>
        toSessionFields(serviceReviewSessions.find((session) => session.id === id))
      }
      getLabel={(name) => translate(`remoteSupport.session.${name}`, { name: title })}
      validate={validateSession}
      onSave={save}
    >
      <CardContent {...props} />
    </ProcessForm>
  );
}

function CardContent({ id, title, canSave, canDelete, autoFocus = false, onClose }: SessionCardProps) {
  const { run, busy } = useProcessUpdater();
  const translate = useTranslate();
  const titleId = useId();
  const [isConfirming, setConfirming] = useState(false);
  const isNew = id === NEW_SESSION_ID;
  const t = (name: string) => translate(`remoteSupport.session.${name}`, { name: title });
  const edited = usePortalFormContext<SessionFields>();
  const { dirty } = edited;
  const { isValid } = useFormState();
  const mayBeSent = canSave && (isNew || dirty) && !busy;
  const remove = async () => {
    if (!isNew && !(await run(buildSessionRemoval(id), { successMessage: 'remoteSupport.session.deleted' }))) return;
    edited.discard();
    onClose?.();
  };
  return (
    <>
      <Box
        // react-admin's Form cannot be labeled.
        role="form"
        aria-labelledby={titleId}
        onKeyDown={onSubmitShortcut((element) => mayBeSent && element.closest('form')?.requestSubmit())}
        sx={(theme) => ({
          border: `1px solid ${theme.vars.palette.divider}`,
          borderRadius: `${theme.portal.cardRadius}px`,
          padding: 2,
        })}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginBottom: 1.5 }}>
          <Typography variant="h3" id={titleId} sx={{ flex: 1 }}>
            {title}
          </Typography>
          {canSave && (
            <Button
              type="submit"
              size="small"
              disabled={!mayBeSent || !isValid}
              aria-label={`${translate('process.save')}: ${title}`}
            >
              {translate('process.save')}
            </Button>
          )}
          {canDelete && (
            <IconButton
              aria-label={t('deleteOf')}
              disabled={busy}
              onClick={() => (isNew && !dirty ? remove() : setConfirming(true))}
            >
              <DeleteIcon />
            </IconButton>
          )}
        </Box>
        <RestoredDraftAlert form={edited} />
        <Box sx={layout}>
          <TextInput
            source="durationInHours"
            label="remoteSupport.session.durationInHours"
            isRequired
            autoFocus={autoFocus}
            slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
          />
          <DateInput source="completionDate" label="remoteSupport.session.completionDate" isRequired />
          <div className="summary">
            <LongTextInput
              source="summary"
              label="remoteSupport.session.summary"
              minRows={2}
              maxLength={MAX_SUMMARY_LENGTH}
            />
          </div>
        </Box>
      </Box>
      <ConfirmDialog
        open={isConfirming}
        danger
        title={t('deleteTitle')}
        confirmLabel={t('delete')}
        busy={busy}
        onConfirm={() => void remove().then(() => setConfirming(false))}
        onClose={() => setConfirming(false)}
      >
        {t(isNew ? 'discardText' : 'deleteText')}
      </ConfirmDialog>
    </>
  );
}
