import AttachIcon from '@mui/icons-material/AttachFile';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useMeta } from '../../server/meta';
import { AttachmentsDialog } from './AttachmentsDialog';
import { FileList } from './FileList';
import { QueuedFiles } from './FilesField';
import type { AttachedFile } from './types';
import { UploadedRow } from './UploadedRow';
import type { UploadQueue } from './uploadQueue';
import { overallPercent } from './uploadWords';
import { useQueueState } from './useUploadQueue';

interface ButtonProps {
  files: readonly AttachedFile[];
  /** Whose files they are, for the dialog and for assistive technology: "RadEye G-10, SN 04412". */
  ownerName: string;
}

/** A paperclip with the number of files; opens their list. */
export function AttachmentsButton({ files, ownerName }: ButtonProps) {
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
        label={labelOf(translate, files.length, ownerName)}
        onClick={() => setOpen(true)}
      />
      {open && (
        <AttachmentsDialog ownerName={ownerName} onClose={() => setOpen(false)}>
          <FileList>
            {files.map((file) => (
              <UploadedRow key={file.id} file={file} list={files} />
            ))}
          </FileList>
        </AttachmentsDialog>
      )}
    </>
  );
}

interface QueuedProps extends ButtonProps {
  queue: UploadQueue;
  onRemove: (id: string) => void;
  error?: string | undefined;
  /** The name of its column, where it is a cell of a table. */
  cell?: string;
}

/** The same to change the files, over a queue that outlives it; shows how far the uploads are. */
export function QueuedAttachmentsButton({ files, ownerName, queue, onRemove, error, cell }: QueuedProps) {
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
  const label = labelOf(translate, files.length, ownerName);
  const text = files.length > 0 ? String(files.length) : translate('files.add');
  return (
    <>
      <Paperclip
        text={sending ? `${percent} %` : text}
        label={sending ? `${label}, ${percent} %` : failed ? `${label}. ${translate('files.someFailed')}` : label}
        percent={sending ? percent : undefined}
        failed={failed}
        cell={cell}
        onClick={() => setAsked(true)}
      />
      {open && (
        <AttachmentsDialog editable ownerName={ownerName} onClose={close}>
          <QueuedFiles
            value={files}
            queue={queue}
            onRemove={onRemove}
            maxCount={limits.attachmentCount}
            error={error}
          />
        </AttachmentsDialog>
      )}
    </>
  );
}

const labelOf = (translate: ReturnType<typeof useTranslate>, count: number, ownerName: string) =>
  translate('files.attachmentsOf', { smart_count: count, of: ownerName });

interface PaperclipProps {
  text: string;
  label: string;
  /** While files are on their way: how far they are. */
  percent?: number | undefined;
  failed?: boolean;
  cell?: string | undefined;
  onClick: () => void;
}

/** One button in all its states, so that the focus comes back to it from the dialog. */
function Paperclip({ text, label, percent, failed = false, cell, onClick }: PaperclipProps) {
  const sending = percent !== undefined;
  const icon = failed ? <ErrorIcon /> : <AttachIcon />;
  return (
    <Button
      variant="text"
      color={failed ? 'error' : 'primary'}
      onClick={onClick}
      aria-label={label}
      data-cell={cell}
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
