import CloseIcon from '@mui/icons-material/Close';
import ReplayIcon from '@mui/icons-material/Replay';
import LinearProgress from '@mui/material/LinearProgress';
import { useTranslate } from 'ra-core';
import { useFormat } from '../i18n/format';
import { FileRow, RowAction } from './FileRow';
import type { Upload, UploadQueue } from './uploadQueue';

interface UploadProgressRowProps {
  upload: Upload;
  queue: UploadQueue;
  /** Formatted size limit. */
  maxSize: string;
  /** Called before the upload is canceled and removed. */
  onRemove: () => void;
}

/** Row of an upload with progress, cancel and retry. */
export function UploadProgressRow({ upload, queue, maxSize, onRemove }: UploadProgressRowProps) {
  const format = useFormat();
  const translate = useTranslate();
  const { key, name, state, size, sentSize, failure } = upload;
  const failed = state === 'failed';
  // At most 99 % until the server has responded.
  const percent = Math.min(99, Math.floor(upload.progress * 100));

  const renderDetail = () => {
    if (failed) {
      if (!failure || failure.reason === 'connection') return translate('files.failed.connection');
      // The message of the server is more specific.
      return failure.message ?? translate(`files.failed.${failure.reason}`, { size: maxSize });
    }
    const from = format.fileSize(size);
    if (state === 'waiting') return translate('files.waiting', { size: from });
    if (state === 'preparing') return translate('files.preparing', { size: from });
    const smaller = sentSize !== null && sentSize < size;
    const values = { percent, size: format.fileSize(sentSize ?? size), from };
    return translate(smaller ? 'files.sendingSmaller' : 'files.sending', values);
  };

  return (
    <FileRow
      name={name}
      thumbUrl={upload.thumbUrl}
      detail={renderDetail()}
      failed={failed}
      footer={
        failed ? null : (
          <LinearProgress
            variant={state === 'sending' ? 'determinate' : 'indeterminate'}
            value={percent}
            aria-label={translate('files.progressOf', { name })}
            sx={{ mt: 0.5 }}
          />
        )
      }
      actions={
        <>
          {/* Another try with the same content fails again. */}
          {failed && failure?.reason !== 'kind' && (
            <RowAction
              title={translate('files.retry')}
              label={translate('files.retryOf', { name })}
              onClick={() => queue.retry(key)}
            >
              <ReplayIcon />
            </RowAction>
          )}
          <RowAction
            title={translate(failed ? 'files.remove' : 'files.cancel')}
            label={translate(failed ? 'files.removeOf' : 'files.cancelOf', { name })}
            onClick={() => {
              onRemove();
              queue.cancel(key);
            }}
          >
            <CloseIcon />
          </RowAction>
        </>
      }
    />
  );
}
