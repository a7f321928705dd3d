import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useMeta } from '../../server/meta';
import { LongTextInput } from '../../shared/fields/LongTextInput';
import { useFormat } from '../../shared/format';
import { FormDialog } from '../saving/FormDialog';
import { judge, maxLength, resolverOf } from '../saving/rules';
import type { WriteCall } from './processContext';
import type { ApprovalComment } from './types';
import { useDialogSave } from './useDialogSave';

export interface CommentTarget {
  title: string;
  comment: ApprovalComment | undefined;
  /** How the comment is saved; without it the dialog only reads. */
  write?: ((text: string) => WriteCall) | undefined;
}

/** One comment of a unit or of the request: to read, and to write where the server offers it. */
export function CommentDialog({ target, onClose }: { target: CommentTarget; onClose: () => void }) {
  const format = useFormat();
  const { title, comment } = target;
  // Who began to write goes on, though the right to it ends meanwhile: the server says so, and the text stays.
  const [writable] = useState(() => target.write);
  const translate = useTranslate();
  const titleId = useId();
  const signature = comment && (
    <Typography variant="body2" sx={{ color: 'text.tertiary', marginTop: 1 }}>
      {translate('process.comment.signed', { by: comment.by, time: format.dateTime(comment.at) })}
    </Typography>
  );
  if (writable) return <CommentForm target={{ ...target, write: writable }} {...{ signature, onClose }} />;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
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
    </Dialog>
  );
}

interface FormProps {
  target: CommentTarget & { write: (text: string) => WriteCall };
  signature: ReactNode;
  onClose: () => void;
}

function CommentForm({ target: { title, comment, write }, signature, onClose }: FormProps) {
  const { limits } = useMeta();
  const { save, busy, problem } = useDialogSave();
  const translate = useTranslate();
  const form = useForm({
    mode: 'onChange',
    defaultValues: { comment: comment?.text ?? '' },
    resolver: resolverOf((values) => judge(values, { comment: maxLength(limits.comment) })),
  });
  const { isDirty } = form.formState;
  const submit = form.handleSubmit(({ comment: text }) =>
    save(write(text), { form, done: translate('process.comment.saved'), onSaved: onClose }),
  );
  return (
    <FormDialog
      title={title}
      submitLabel={translate('process.comment.save')}
      dirty={isDirty}
      disabled={!isDirty}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <LongTextInput
          source="comment"
          label="process.comment.label"
          minRows={4}
          maxLength={limits.comment}
          autoFocus
        />
      </FormProvider>
      {signature}
    </FormDialog>
  );
}
