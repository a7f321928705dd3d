import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
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
import { ConfirmOnSecondClickButton } from '../../../core/ui/ConfirmOnSecondClickButton';
import { DeleteSessionButton } from './DeleteSessionButton';
import {
  getDraftPart,
  MAX_SUMMARY_LENGTH,
  NEW_SESSION_ID,
  type SessionFields,
  toSessionFields,
  validateSession,
} from './sessionForm';
import { buildSessionUpdate } from './supportUpdates';

interface SessionCardProps {
  /** Id of the session; NEW_SESSION_ID before the first save. */
  id: number;
  title: string;
  canSave: boolean;
  canDelete: boolean;
  /** True to focus the first field. */
  autoFocus?: boolean;
  /** Callback after the session is saved, or its changes are discarded. */
  onClose: () => void;
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
  const isNew = id === NEW_SESSION_ID;
  const save = async (fields: SessionFields, { applyServerErrors, markSaved }: PortalFormState<SessionFields>) => {
    if (!canSave) return;
    const response = await run(buildSessionUpdate(id, fields, keyOf(fields)), {
      successMessage: 'remoteSupport.session.saved',
      applyServerErrors,
      onSaved: () => {
        markSaved(fields);
        keySaved();
        if (isNew) onClose();
      },
    });
    // The text shows the record, so the form closes once it is refetched.
    if (response && !isNew) onClose();
  };
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
  const { busy } = useProcessUpdater();
  const translate = useTranslate();
  const titleId = useId();
  const isNew = id === NEW_SESSION_ID;
  const edited = usePortalFormContext<SessionFields>();
  const { dirty } = edited;
  const { isValid } = useFormState();
  const mayBeSent = canSave && (isNew || dirty) && !busy;
  const close = () => {
    edited.discard();
    onClose();
  };
  return (
    <Box
      // react-admin's Form cannot be labeled.
      role="form"
      aria-labelledby={titleId}
      onKeyDown={onSubmitShortcut((element) => mayBeSent && element.closest('form')?.requestSubmit())}
      sx={(theme) => ({
        backgroundColor: theme.portal.recessed,
        border: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: `${theme.portal.cardRadius}px`,
        padding: 2,
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginTop: -0.5, marginBottom: 1 }}>
        <Typography variant="h3" id={titleId} sx={{ flex: 1 }}>
          {title}
        </Typography>
        {canDelete && <DeleteSessionButton {...{ id, title }} isEmpty={isNew && !dirty} onDeleted={close} />}
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
      {canSave && (
        <Box sx={{ display: 'flex', gap: 1, marginTop: 1 }}>
          <Button
            type="submit"
            size="small"
            disabled={!mayBeSent || !isValid}
            aria-label={`${translate('process.save')}: ${title}`}
          >
            {translate('process.save')}
          </Button>
          {!isNew && <CancelButton asks={dirty} disabled={busy} onCancel={close} />}
        </Box>
      )}
    </Box>
  );
}

/** Button to close the form; a second click discards changes. */
function CancelButton({ asks, disabled, onCancel }: { asks: boolean; disabled: boolean; onCancel: () => void }) {
  const translate = useTranslate();
  const label = translate('shared.cancel');
  const button = { variant: 'text', size: 'small', disabled } as const;
  if (!asks) {
    return (
      <Button {...button} onClick={onCancel}>
        {label}
      </Button>
    );
  }
  const confirmLabel = translate('saving.leave.discard');
  return <ConfirmOnSecondClickButton {...button} {...{ label, confirmLabel }} onConfirm={onCancel} />;
}
