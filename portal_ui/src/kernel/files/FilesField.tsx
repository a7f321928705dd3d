import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useMeta } from '../../server/meta';
import { useFormat } from '../../shared/format';
import { DropZone } from './DropZone';
import { FileList } from './FileList';
import { forgetThumb } from './thumbs';
import type { UploadedFile } from './types';
import { UploadedRow } from './UploadedRow';
import { UploadRow } from './UploadRow';
import type { UploadQueue } from './uploadQueue';
import { refusedWords } from './uploadWords';
import { usePastedFiles } from './usePastedFiles';
import { newPictureQueue, newUploadQueue, useQueueState, useUploadQueue } from './useUploadQueue';

type FilesFieldProps = {
  value: readonly UploadedFile[];
  onChange: (files: UploadedFile[]) => void;
  label?: string;
  maxCount?: number;
  disabled?: boolean;
  /** True while files are on their way or wait for a decision: what depends on them should not be sent yet. */
  onBusy?: (busy: boolean) => void;
  error?: ReactNode;
  /** Marked as required. */
  marked?: boolean;
  /** Takes pictures only, and makes each small enough for one. */
  pictures?: boolean;
};

/** Files of a form, uploaded as they are chosen: dropped, pasted or picked, several at once. */
export function FilesField(props: FilesFieldProps) {
  const { value, onChange, onBusy } = props;
  const { limits } = useMeta();
  // Two uploads may end before the form has drawn the first: the newest list is kept here.
  const files = useRef(value);
  useEffect(() => {
    files.current = value;
  }, [value]);
  const change = (next: UploadedFile[]) => {
    files.current = next;
    onChange(next);
  };
  const pictures = props.pictures === true;
  const queue = useUploadQueue(
    pictures ? limits.imageBytes : limits.attachmentBytes,
    (file) => change([...files.current, file]),
    pictures ? newPictureQueue : newUploadQueue,
  );
  const busy = useQueueState(queue).uploads.length > 0;
  const tell = useRef(onBusy);
  useEffect(() => {
    tell.current = onBusy;
  });
  useEffect(() => tell.current?.(busy), [busy]);
  return (
    <QueuedFiles
      {...props}
      queue={queue}
      onRemove={(id) => change(files.current.filter((file) => file.id !== id))}
      maxCount={props.maxCount ?? limits.attachmentCount}
    />
  );
}

type QueuedFilesProps = Omit<FilesFieldProps, 'onChange' | 'onBusy'> & {
  queue: UploadQueue;
  onRemove: (id: string) => void;
  maxCount: number;
};

/** The same over a queue that outlives the component. */
export function QueuedFiles(props: QueuedFilesProps) {
  const format = useFormat();
  const { value, queue, onRemove, label, marked, maxCount, disabled = false, error, pictures = false } = props;
  const translate = useTranslate();
  const labelId = useId();
  const { limits: server } = useMeta();
  const { uploads, refused } = useQueueState(queue);
  const limits = {
    count: maxCount,
    size: format.fileSize(pictures ? server.imageBytes : server.attachmentBytes),
  };
  const places = maxCount - value.length;
  const full = places - uploads.length <= 0;
  const open = !disabled && !full;
  usePastedFiles((data) => queue.addFrom(data, places), !disabled);

  const remove = (id: string) => {
    forgetThumb(id);
    onRemove(id);
  };

  return (
    <Box>
      {label && (
        <Typography id={labelId} variant="subtitle2" component="div" sx={{ mb: 0.75, fontWeight: 'fontWeightBold' }}>
          {label}
          {marked && (
            <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
              {' *'}
            </Box>
          )}
        </Typography>
      )}
      {open && (
        <DropZone
          limit={translate(pictures ? 'files.pictureLimit' : 'files.limit', { ...limits, smart_count: maxCount })}
          places={maxCount}
          pictures={pictures}
          describedBy={label && labelId}
          onFiles={(files) => queue.add(files, places)}
          onDrop={(data) => queue.addFrom(data, places)}
        />
      )}
      {!disabled && full && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('files.full', { ...limits, smart_count: maxCount })}
        </Typography>
      )}
      <Box role="alert">
        {refused.length > 0 && (
          <Alert severity="error" onClose={queue.dismissRefused} closeText={translate('shared.close')} sx={{ mt: 1 }}>
            {refusedWords(refused, limits).map((words) => (
              <div key={words.key}>{translate(words.key, words.values)}</div>
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
          <UploadedRow key={file.id} file={file} onRemove={disabled ? undefined : () => remove(file.id)} />
        ))}
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} queue={queue} limits={limits} />
        ))}
      </FileList>
    </Box>
  );
}
