import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useErrorMessage } from '../../server/errorMessage';
import { ApiError } from '../../server/http';
import { useMeta } from '../../server/meta';
import { useFeedback } from '../../shared/feedback';
import { TextField } from '../../shared/fields/TextField';
import { newYorkTime } from '../../shared/newYork';
import { onSubmitShortcut } from '../saving/useSubmitShortcut';
import type { WriteCall } from './processContext';
import type { ApprovalComment } from './types';
import { useProcessSave } from './useSaveDesk';

export interface CommentTarget {
  title: string;
  comment: ApprovalComment | undefined;
  /** How the comment is saved; without it the dialog only reads. */
  write?: ((text: string) => WriteCall) | undefined;
}

/** One comment of a unit or of the request: to read, and to write where the server offers it. */
export function CommentDialog({ target, onClose }: { target: CommentTarget; onClose: () => void }) {
  const { title, comment, write } = target;
  const translate = useTranslate();
  const titleId = useId();
  const signature = comment && (
    <Typography variant="body2" sx={{ color: 'text.tertiary', marginTop: 1 }}>
      {translate('process.comment.signed', { by: comment.by, time: newYorkTime(comment.at) })}
    </Typography>
  );
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {write ? (
        <CommentForm {...{ comment, write, onClose, signature }} />
      ) : (
        <>
          <DialogContent>
            <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {comment?.text || translate('process.comment.none')}
            </Typography>
            {signature}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose} autoFocus>
              {translate('shared.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface FormProps {
  comment: ApprovalComment | undefined;
  write: (text: string) => WriteCall;
  onClose: () => void;
  signature: React.ReactNode;
}

function CommentForm({ comment, write, onClose, signature }: FormProps) {
  const { limits } = useMeta();
  const { send, refresh } = useProcessSave();
  const { success } = useFeedback();
  const translate = useTranslate();
  const errorMessage = useErrorMessage();
  const form = useForm({ defaultValues: { comment: comment?.text ?? '' } });
  const { isSubmitting, isDirty, errors } = form.formState;

  const save = form.handleSubmit(async ({ comment: text }) => {
    try {
      await send(write(text));
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.comment?.join(' ') : undefined;
      form.setError('root', { message: field ?? errorMessage(error) });
      return;
    }
    success(translate('process.comment.saved'));
    onClose();
    await refresh();
  });

  return (
    <form onSubmit={save} noValidate onKeyDown={onSubmitShortcut(save)}>
      <DialogContent>
        <TextField
          name="comment"
          control={form.control}
          label={translate('process.comment.label')}
          multiline
          minRows={4}
          maxLength={limits.comment}
          autoFocus
        />
        {signature}
        {errors.root && (
          <Typography role="alert" sx={{ color: 'error.main', marginTop: 1 }}>
            {errors.root.message}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {translate('shared.cancel')}
        </Button>
        <Button type="submit" variant="contained" color="primary" disabled={!isDirty} loading={isSubmitting}>
          {translate('process.comment.save')}
        </Button>
      </DialogActions>
    </form>
  );
}
