import AttachIcon from '@mui/icons-material/AttachFile';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useMeta } from '../../server/meta';
import { AttachmentsDialog, AttachmentsFrame } from './AttachmentsDialog';
import { QueuedFiles } from './FilesField';
import type { AttachedFile, UploadedFile } from './types';
import type { UploadQueue } from './uploadQueue';
import { overallPercent } from './uploadWords';
import { useQueueState, useUploadQueue } from './useUploadQueue';

type ButtonProps = {
  files: readonly AttachedFile[];
  /** Whose files they are, for the dialog and for assistive technology: "RadEye G-10, SN 04412". */
  of: string;
};

type EditableProps = ButtonProps & { onChange: (files: UploadedFile[]) => void };

/** A paperclip with the number of files; opens their list, to change them where `onChange` is given. */
export function AttachmentsButton({ onChange, ...props }: ButtonProps & Partial<EditableProps>) {
  return onChange ? <EditableAttachments {...props} onChange={onChange} /> : <ReadOnlyAttachments {...props} />;
}

function ReadOnlyAttachments({ files, of }: ButtonProps) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (files.length === 0) {
    return (
      <Typography component="span" sx={{ color: 'text.tertiary' }}>
        {translate('files.noneShort')}
      </Typography>
    );
  }
  return (
    <>
      <Paperclip
        text={String(files.length)}
        label={labelOf(translate, files.length, of)}
        onClick={() => setOpen(true)}
      />
      {open && <AttachmentsDialog open files={files} of={of} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The queue belongs to the button, so that uploads go on while the dialog is closed. */
function EditableAttachments({ files, of, onChange }: EditableProps) {
  const { limits } = useMeta();
  const current = useRef(files);
  useEffect(() => {
    current.current = files;
  }, [files]);
  // Two uploads may end before the row has drawn the first: the newest list is kept here.
  const change = (next: AttachedFile[]) => {
    current.current = next;
    onChange(next);
  };
  const queue = useUploadQueue(limits.attachmentBytes, (file) => change([...current.current, file]));
  const remove = (id: string) => change(current.current.filter((file) => file.id !== id));
  return <QueuedAttachmentsButton files={files} of={of} queue={queue} onRemove={remove} />;
}

type QueuedProps = ButtonProps & {
  queue: UploadQueue;
  onRemove: (id: string) => void;
  error?: string | undefined;
};

/** The editable button over a queue that outlives it; shows how far the uploads are. */
export function QueuedAttachmentsButton({ files, of, queue, onRemove, error }: QueuedProps) {
  const translate = useTranslate();
  const { limits } = useMeta();
  const { uploads, refused } = useQueueState(queue);
  const [asked, setAsked] = useState(false);
  // Files dropped on a row that were not taken: the list says why.
  const open = asked || refused.length > 0;
  const close = () => {
    setAsked(false);
    queue.dismissRefused();
  };
  const failed = uploads.some(({ state }) => state === 'failed') || error !== undefined;
  const sending = uploads.length > 0 && !failed;
  const percent = overallPercent(uploads);
  const label = labelOf(translate, files.length, of);
  const text = files.length > 0 ? String(files.length) : translate('files.add');
  return (
    <>
      <Paperclip
        text={sending ? `${percent} %` : text}
        label={sending ? `${label}, ${percent} %` : failed ? `${label}. ${translate('files.someFailed')}` : label}
        percent={sending ? percent : undefined}
        failed={failed}
        onClick={() => setAsked(true)}
      />
      {open && (
        <AttachmentsFrame open editable of={of} onClose={close}>
          <QueuedFiles
            value={files}
            queue={queue}
            onRemove={onRemove}
            maxCount={limits.attachmentCount}
            error={error}
          />
        </AttachmentsFrame>
      )}
    </>
  );
}

const labelOf = (translate: ReturnType<typeof useTranslate>, count: number, of: string) =>
  translate('files.attachmentsOf', { smart_count: count, of });

type PaperclipProps = {
  text: string;
  label: string;
  /** While files are on their way: how far they are. */
  percent?: number | undefined;
  failed?: boolean;
  onClick: () => void;
};

/** One button in all its states, so that the focus comes back to it from the dialog. */
function Paperclip({ text, label, percent, failed = false, onClick }: PaperclipProps) {
  const sending = percent !== undefined;
  const icon = failed ? <ErrorIcon /> : <AttachIcon />;
  return (
    <Button
      variant="text"
      color={failed ? 'error' : 'primary'}
      onClick={onClick}
      aria-label={label}
      startIcon={sending ? null : icon}
      sx={{ px: 1, gap: sending ? 1 : 0 }}
    >
      {sending && <LinearProgress variant="determinate" value={percent} aria-hidden="true" sx={{ width: 44 }} />}
      <Typography
        variant={sending ? 'body2' : 'button'}
        component="span"
        className="tabular"
        sx={sending ? { color: 'text.tertiary' } : {}}
      >
        {text}
      </Typography>
    </Button>
  );
}
