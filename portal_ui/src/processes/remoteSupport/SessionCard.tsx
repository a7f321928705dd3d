import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { TextInput } from 'react-admin';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useProcessSave } from '../../kernel/process/useRecordWriter';
import { judgeAfterTyping } from '../../kernel/saving/judgeAfterTyping';
import { onSubmitShortcut } from '../../kernel/saving/useSubmitShortcut';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { DateInput } from '../../shared/fields/DateInput';
import { LongTextInput } from '../../shared/fields/LongTextInput';
import { isValid, type SessionFields, type SessionPath, type SessionsForm, SUMMARY_LENGTH } from './sessions';

interface SessionCardProps {
  path: SessionPath;
  title: string;
  canSave: boolean;
  onSave: (fields: SessionFields) => void;
  /** Also of one that was never saved; absent where the viewer may not. */
  onDelete: (() => unknown) | undefined;
}

const layout = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '140px 200px', lg: '120px 190px minmax(0, 1fr)' },
  '& > .summary': { gridColumn: { sm: '1 / -1', lg: 'auto' } },
};

/** One session as a form of its own: hours, day, what was done. */
export function SessionCard({ path, title, canSave, onSave, onDelete }: SessionCardProps) {
  const form = useFormContext<SessionsForm>();
  const { control, trigger } = form;
  const { busy } = useProcessSave();
  const translate = useTranslate();
  const titleId = useId();
  const [asking, setAsking] = useState(false);
  const fields = pick(useWatch({ control, name: path }) as SessionFields | undefined);
  const { dirtyFields } = useFormState({ control, name: path });
  const isFresh = path === 'fresh';
  const changed = isFresh || hasTrue(get(dirtyFields, path));
  const ready = canSave && changed && isValid(fields) && !busy;
  const word = (name: string) => translate(`remoteSupport.session.${name}`);
  const submit = () => {
    if (ready) onSave(fields);
    else void trigger(path, { shouldFocus: true });
  };
  return (
    <Box
      component="form"
      noValidate
      aria-labelledby={titleId}
      {...judgeAfterTyping(form)}
      onKeyDown={onSubmitShortcut(submit)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
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
          <Button type="submit" size="small" disabled={!ready} aria-label={`${translate('process.save')}: ${title}`}>
            {translate('process.save')}
          </Button>
        )}
        {onDelete && (
          <IconButton
            aria-label={translate('remoteSupport.session.deleteOf', { name: title })}
            disabled={busy}
            onClick={() => (isFresh && isBlank(fields) ? onDelete() : setAsking(true))}
          >
            <DeleteIcon />
          </IconButton>
        )}
      </Box>
      <Box sx={layout}>
        <TextInput
          source={`${path}.durationInHours`}
          label="remoteSupport.session.durationInHours"
          isRequired
          autoFocus={isFresh}
          slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
        />
        <DateInput source={`${path}.completionDate`} label="remoteSupport.session.completionDate" isRequired />
        <div className="summary">
          <LongTextInput
            source={`${path}.summary`}
            label="remoteSupport.session.summary"
            minRows={2}
            maxLength={SUMMARY_LENGTH}
          />
        </div>
      </Box>
      <ConfirmDialog
        open={asking}
        danger
        title={translate('remoteSupport.session.deleteTitle', { name: title })}
        confirmLabel={word('delete')}
        busy={busy}
        onConfirm={async () => {
          await onDelete?.();
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      >
        {word(isFresh ? 'discardText' : 'deleteText')}
      </ConfirmDialog>
    </Box>
  );
}

const pick = (fields: SessionFields | undefined): SessionFields => ({
  durationInHours: fields?.durationInHours ?? '',
  completionDate: fields?.completionDate ?? '',
  summary: fields?.summary ?? '',
});

const isBlank = ({ durationInHours, completionDate, summary }: SessionFields): boolean =>
  durationInHours === '' && completionDate === '' && summary === '';

/** Whether anything in a tree of react-hook-form's marks is set. */
const hasTrue = (marks: unknown): boolean =>
  marks === true || (typeof marks === 'object' && marks !== null && Object.values(marks).some(hasTrue));
