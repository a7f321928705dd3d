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

/** A paperclip that opens the files to change them, over a queue that outlives it; shows the progress of uploads. */
export function QueuedAttachmentsButton({ files, ownerName, queue, onRemove, error }: QueuedProps) {
  const { uploads, rejected } = useUploadQueueState(queue);
  const [asked, setAsked] = useState(false);
  const failed = uploads.some(({ state }) => state === 'failed') || error !== undefined;
  const sending = uploads.length > 0 && !failed;
  return (
    <>
      <Paperclip
        editable
        percent={sending ? overallPercent(uploads) : undefined}
        {...{ files, ownerName, failed }}
        onClick={() => setAsked(true)}
      />
      {/* Files dropped on a row that were not taken: the list says why. */}
      {(asked || rejected.length > 0) && (
        <AttachmentsDialog
          editable
          ownerName={ownerName}
          onClose={() => {
            setAsked(false);
            queue.dismissRejected();
          }}
        >
          <QueuedFiles value={files} {...{ queue, onRemove, error }} />
        </AttachmentsDialog>
      )}
    </>
  );
}

/** Overall upload progress by bytes; never all of it before the server has responded. */
function overallPercent(uploads: readonly Upload[]): number {
  const bytes = ({ sentSize, size }: Upload) => sentSize ?? size;
  const total = uploads.reduce((sum, upload) => sum + bytes(upload), 0);
  const sent = uploads.reduce((sum, upload) => sum + bytes(upload) * upload.progress, 0);
  return total === 0 ? 0 : Math.min(99, Math.floor((sent / total) * 100));
}
