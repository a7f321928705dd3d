import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEvent, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { send } from '../../api/http';
import { useMeta } from '../../api/meta';
import type { AttachedFile, UploadedFile } from '../../api/types';
import { OptionalLabel } from '../forms/inputs/OptionalLabel';
import { useFormat } from '../i18n/format';
import { useNotifyError } from '../ui/errorMessage';
import { DropZone } from './DropZone';
import { FileList } from './FileRow';
import { usePastedFiles } from './fileDropAndPaste';
import { buildFileUrl, getExtension, type RejectedFile } from './fileRules';
import { deleteLocalThumbnail } from './localThumbnails';
import { buildThumbnailUrl, Picture } from './Thumbnail';
import { UploadedFileRow } from './UploadedFileRow';
import { UploadProgressRow } from './UploadProgressRow';
import type { QueueState, UploadQueue } from './uploadQueue';
import { createUploadQueue, useRetryWhenOnline, useUploadQueueState } from './uploads';
import { countUploads, NO_UPLOADS, type UploadTotals } from './uploadTotals';

interface DisplayProps {
  value: readonly UploadedFile[];
  label?: string;
  maxCount?: number;
  disabled?: boolean;
  error?: ReactNode;
  /** Whether the label is marked as required. */
  isRequired?: boolean;
  /** Whether only images are accepted, resized below the image limit. */
  pictures?: boolean;
  /** Files on the server that can be added as copies. */
  offered?: readonly AttachedFile[];
}

interface FilesFieldProps extends DisplayProps {
  onChange: (files: UploadedFile[]) => void;
  /** Callback with the unfinished and failed uploads. A form should not be submitted while there are any. */
  onUploads: (uploads: UploadTotals) => void;
}

/** Field for files, uploaded as soon as they are dropped, pasted or chosen. */
export function FilesField({ onChange, onUploads, ...displayProps }: FilesFieldProps) {
  const { value, pictures = false } = displayProps;
  const { limits } = useMeta();
  // Two uploads may finish before the next render: the ref has the newest list.
  const files = useRef(value);
  useEffect(() => {
    files.current = value;
  }, [value]);
  const change = useEvent((next: UploadedFile[]) => {
    files.current = next;
    onChange(next);
  });
  const [queue] = useState(() =>
    createUploadQueue(
      pictures ? limits.imageBytes : limits.attachmentBytes,
      (file) => change([...files.current, file]),
      pictures,
    ),
  );
  useRetryWhenOnline(queue);
  const { sending, failed } = countUploads(useUploadQueueState(queue).uploads);
  const reportUploads = useEvent(onUploads);
  // An unmounted field must not keep the form from being saved.
  useEffect(() => {
    reportUploads({ sending, failed });
    return () => reportUploads(NO_UPLOADS);
  }, [reportUploads, sending, failed]);
  return (
    <QueuedFiles
      {...displayProps}
      queue={queue}
      onRemove={(id) => change(files.current.filter((file) => file.id !== id))}
    />
  );
}

interface QueuedFilesProps extends DisplayProps {
  queue: UploadQueue;
  onRemove: (id: string) => void;
}

/** Files field over an upload queue that outlives the component. */
export function QueuedFiles(props: QueuedFilesProps) {
  const { limits } = useMeta();
  const { value, queue, onRemove, label, isRequired, maxCount = limits.attachmentCount } = props;
  const { disabled = false, error, pictures = false, offered = [] } = props;
  const format = useFormat();
  const translate = useTranslate();
  const labelId = useId();
  const { uploads, rejected } = useUploadQueueState(queue);
  const maxSize = format.fileSize(pictures ? limits.imageBytes : limits.attachmentBytes);
  const limitValues = { smart_count: maxCount, count: maxCount, size: maxSize };
  const remaining = maxCount - value.length;
  const full = remaining <= uploads.length;
  const add = (files: File[]) => queue.add(files, remaining);
  usePastedFiles(add, !disabled);

  const { focusTarget, keepFocus } = useFocusAfterRemoval();
  const remove = (id: string) => {
    keepFocus();
    deleteLocalThumbnail(id);
    onRemove(id);
  };

  return (
    <Box>
      {label && (
        <Typography id={labelId} variant="subtitle2" component="div" sx={{ mb: 0.75, fontWeight: 'fontWeightBold' }}>
          {isRequired ? label : <OptionalLabel label={label} />}
        </Typography>
      )}
      {!disabled && !full && (
        <DropZone
          limit={translate(pictures ? 'files.pictureLimit' : 'files.limit', limitValues)}
          maxFiles={maxCount}
          accept={pictures ? '.png,.jpg,.jpeg,.webp,.ico' : undefined}
          describedBy={label && labelId}
          onFiles={add}
          button={focusTarget}
        />
      )}
      {!disabled && !full && <SuggestedFiles files={offered} onAdd={add} />}
      {!disabled && full && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('files.full', limitValues)}
        </Typography>
      )}
      <Box role="alert">
        {rejected.length > 0 && (
          <Alert severity="error" onClose={queue.dismissRejected} closeText={translate('shared.close')} sx={{ mt: 1 }}>
            {groupNamesByReason(rejected).map(([reason, names]) => (
              <div key={reason}>
                {translate(`files.refused.${reason}`, {
                  ...limitValues,
                  smart_count: names.length,
                  names: names.join(', '),
                })}
              </div>
            ))}
          </Alert>
        )}
        {error && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {error}
          </Alert>
        )}
      </Box>
      <FileList>
        {value.map((file) => (
          <UploadedFileRow key={file.id} file={file} onRemove={disabled ? undefined : () => remove(file.id)} />
        ))}
        {uploads.map((upload) => (
          <UploadProgressRow key={upload.key} {...{ upload, queue, maxSize }} onRemove={keepFocus} />
        ))}
      </FileList>
    </Box>
  );
}

/** Move the focus to `place` after the removal of a row, announced by `keepFocus`. */
function useFocusAfterRemoval() {
  const focusTarget = useRef<HTMLButtonElement>(null);
  const leaving = useRef(false);
  // After every render: `place` may be mounted only once the list is shorter.
  useEffect(() => {
    if (leaving.current) focusTarget.current?.focus({ preventScroll: true });
    leaving.current = false;
  });
  const keepFocus = () => {
    leaving.current = true;
  };
  return { focusTarget, keepFocus };
}

/** Buttons to add copies of files on the server. */
function SuggestedFiles({ files, onAdd }: { files: readonly AttachedFile[]; onAdd: (files: File[]) => void }) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const addFile = async (file: AttachedFile) => {
    const response = await send(buildFileUrl(file));
    onAdd([new File([await response.blob()], file.name, { type: file.type })]);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: files.length > 0 ? 1 : 0 }}>
      {files.map((file) => (
        <Button
          key={file.id}
          startIcon={
            <Picture crop src={file.previewUrl ? buildThumbnailUrl(file.previewUrl) : null} name={file.name}>
              {getExtension(file.name)}
            </Picture>
          }
          onClick={() => void addFile(file).catch(notifyError)}
        >
          {translate('files.use', { name: file.name })}
        </Button>
      ))}
    </Box>
  );
}

const REASONS: readonly RejectedFile[] = ['kind', 'size', 'empty', 'count'];

/** Group the names of rejected files by reason. */
const groupNamesByReason = (rejected: QueueState['rejected']): [RejectedFile, string[]][] =>
  REASONS.map((reason): [RejectedFile, string[]] => [
    reason,
    rejected.flatMap(({ name, reason: rejection }) => (rejection === reason ? name : [])),
  ]).filter(([, names]) => names.length > 0);
