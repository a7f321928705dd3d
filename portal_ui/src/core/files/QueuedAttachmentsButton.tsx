import { useState } from 'react';
import { type AttachmentsButtonProps, AttachmentsDialog, Paperclip } from './AttachmentsButton';
import { QueuedFiles } from './FilesField';
import type { Upload, UploadQueue } from './uploadQueue';
import { useUploadQueueState } from './uploads';

interface QueuedProps extends AttachmentsButtonProps {
  queue: UploadQueue;
  onRemove: (id: string) => void;
  error: string | undefined;
}

/** Paperclip button to edit the files of an upload queue; shows their progress. */
export function QueuedAttachmentsButton({ files, ownerName, queue, onRemove, error }: QueuedProps) {
  const { uploads, rejected } = useUploadQueueState(queue);
  const [isOpen, setOpen] = useState(false);
  const failed = uploads.some(({ state }) => state === 'failed') || error !== undefined;
  const sending = uploads.length > 0 && !failed;
  return (
    <>
      <Paperclip
        editable
        percent={sending ? getOverallPercent(uploads) : undefined}
        {...{ files, ownerName, failed }}
        onClick={() => setOpen(true)}
      />
      {/* Opened also by files that were dropped on a row and rejected, to show the reasons. */}
      {(isOpen || rejected.length > 0) && (
        <AttachmentsDialog
          editable
          ownerName={ownerName}
          onClose={() => {
            setOpen(false);
            queue.dismissRejected();
          }}
        >
          <QueuedFiles value={files} {...{ queue, onRemove, error }} />
        </AttachmentsDialog>
      )}
    </>
  );
}

/** Return the upload progress by bytes; at most 99 % before the response. */
function getOverallPercent(uploads: readonly Upload[]): number {
  const getBytes = ({ sentSize, size }: Upload) => sentSize ?? size;
  const total = uploads.reduce((sum, upload) => sum + getBytes(upload), 0);
  const sent = uploads.reduce((sum, upload) => sum + getBytes(upload) * upload.progress, 0);
  return total === 0 ? 0 : Math.min(99, Math.floor((sent / total) * 100));
}
