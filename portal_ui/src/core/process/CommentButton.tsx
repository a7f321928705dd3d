import ChatIcon from '@mui/icons-material/ChatBubble';
import ChatOutlinedIcon from '@mui/icons-material/ChatBubbleOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useMeta } from '../../api/meta';
import type { ApprovalComment, RequestUpdate } from '../../api/requests';
import { buildDraftKey } from '../forms/drafts';
import { PortalFormDialog } from '../forms/FormDialog';
import { LongTextInput } from '../forms/inputs/LongTextInput';
import { maxLength } from '../forms/validators';
import { useFormat } from '../i18n/format';
import { useProcess } from './processContext';

import { useDialogSave } from './useProcessUpdater';

type Write = (text: string) => RequestUpdate;

interface CommentTarget {
  title: string;
  comment: ApprovalComment | undefined;
  /** Build the update that saves the comment; read-only if absent. */
  write?: Write | undefined;
}

interface CommentButtonProps extends CommentTarget {
  /** Label of a text button; an icon button if absent. */
  emptyLabel?: string;
  /** Whether the label is the comment itself, or `emptyLabel` without one. */
  isQuote?: boolean;
}

/**
 * Button that opens a comment; its icon is filled if one exists. Renders nothing if there is no comment and the viewer
 * may not write one.
 */
export function CommentButton({ emptyLabel, isQuote = false, ...target }: CommentButtonProps) {
  const [open, setOpen] = useState(false);
  const translate = useTranslate();
  const labelId = useId();
  const has = Boolean(target.comment?.text);
  if (!has && !target.write) return null;
  const Icon = has ? ChatIcon : ChatOutlinedIcon;
  const color = has ? 'primary' : 'inherit';
  const label = translate(has ? 'process.comment.read' : 'process.comment.add', { name: target.title });
  return (
    <>
      {isQuote ? (
        <>
          <Button
            variant="text"
            startIcon={<Icon />}
            color={color}
            aria-describedby={labelId}
            onClick={() => setOpen(true)}
            sx={quoteStyle}
          >
            <Typography noWrap component="span">
              {target.comment?.text || emptyLabel}
            </Typography>
          </Button>
          <span id={labelId} hidden>
            {label}
          </span>
        </>
      ) : emptyLabel ? (
        <Button variant="text" startIcon={<Icon />} color={color} onClick={() => setOpen(true)}>
          {emptyLabel}
        </Button>
      ) : (
        <IconButton aria-label={label} color={color} onClick={() => setOpen(true)}>
          <Icon />
        </IconButton>
      )}
      {open && <CommentDialog {...target} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Style of a text field, as the button opens one. */
const quoteStyle = (theme: Theme) => ({
  justifyContent: 'flex-start',
  width: '100%',
  minWidth: 0,
  border: `1px solid ${theme.portal.fieldBorder}`,
  fontWeight: 'fontWeightRegular',
});

/** Button to write the comment on the whole request. Other viewers read it as `RequestQuote`. */
export function RequestCommentButton({ step, write }: { step: string; write: Write }) {
  const { record } = useProcess();
  const translate = useTranslate();
  const emptyLabel = translate('process.comment.ofRequest');
  return (
    <CommentButton emptyLabel={emptyLabel} title={emptyLabel} comment={record.approvalComments?.[step]} write={write} />
  );
}

/** Comment on the whole request, quoted once its step has ended. `plain` leaves the spacing to the parent. */
export function RequestQuote({ step, plain = false }: { step: string; plain?: boolean }) {
  const { record } = useProcess();
  const translate = useTranslate();
  const comment = record.approvalComments?.[step];
  // In the current step the comment is still being written.
  if (!comment || record.status.key === step) return null;
  return (
    <Box
      component="figure"
      aria-label={translate('process.comment.ofRequest')}
      sx={(theme) => ({
        margin: plain ? 0 : 2,
        marginTop: 0,
        paddingInline: 2,
        paddingBlock: 1.5,
        borderRadius: 1,
        borderInlineStart: `4px solid ${theme.portal.buttonBorder}`,
        backgroundColor: theme.portal.recessed,
      })}
    >
      <CommentText comment={comment} />
    </Box>
  );
}

interface DialogProps extends CommentTarget {
  onClose: () => void;
}

/** Dialog to read a comment, or to write it if the server allows that. */
function CommentDialog(props: DialogProps) {
  const { title, comment, onClose } = props;
  // If the permission is lost while the user types, the form stays: the save fails and the text is kept.
  const [write] = useState(() => props.write);
  const translate = useTranslate();
  const titleId = useId();
  if (write) return <CommentForm {...props} write={write} />;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>{comment && <CommentText comment={comment} />}</DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('shared.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function CommentForm({ title, comment, write, onClose }: DialogProps & { write: Write }) {
  const { limits } = useMeta();
  const { kind, record } = useProcess();
  const { save, ...sending } = useDialogSave();
  const translate = useTranslate();
  return (
    <PortalFormDialog
      title={title}
      submitLabel={translate('process.comment.save')}
      form={{
        values: { comment: comment?.text ?? '' },
        mode: 'onChange',
        keepsDraft: true,
        // The update identifies the request or unit and the step.
        draft: { key: buildDraftKey(kind.kind, record.id, JSON.stringify(write(''))) },
        onSave: ({ comment: text }, { applyServerErrors, end }) =>
          save(write(text), {
            applyServerErrors,
            successMessage: 'process.comment.saved',
            onSaved: () => {
              end();
              onClose();
            },
          }),
      }}
      disabled={(_, { dirty }) => !dirty}
      {...sending}
      onClose={onClose}
    >
      <LongTextInput
        source="comment"
        label="process.comment.label"
        minRows={4}
        maxLength={limits.comment}
        validate={maxLength(limits.comment)}
        autoFocus
      />
      <Signature comment={comment} />
    </PortalFormDialog>
  );
}

function CommentText({ comment }: { comment: ApprovalComment }) {
  return (
    <>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{comment.text}</Typography>
      <Signature comment={comment} />
    </>
  );
}

/** Author and time of a comment; the time never wraps. */
export function Signature({ comment }: { comment: ApprovalComment | undefined }) {
  const format = useFormat();
  const translate = useTranslate();
  if (!comment) return null;
  const time = format.dateTime(comment.at).replaceAll(' ', '\u00a0');
  return (
    <Typography variant="body2" sx={{ color: 'text.tertiary', marginTop: 1 }}>
      {translate('process.comment.signed', { by: comment.by, time })}
    </Typography>
  );
}
