import CloseIcon from '@mui/icons-material/Close';
import ReplayIcon from '@mui/icons-material/Replay';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'ra-core';
import { currentLanguage } from '../../i18n/language';
import { useFormat } from '../../shared/format';
import { FileRow } from './FileRow';
import type { Upload, UploadQueue } from './uploadQueue';
import { failureWords, percentOf } from './uploadWords';

type UploadRowProps = { upload: Upload; queue: UploadQueue; limits: { count: number; size: string } };

/** A file on its way: how far it is, and the ways to stop it or to try again. */
export function UploadRow({ upload, queue, limits }: UploadRowProps) {
  const format = useFormat();
  const translate = useTranslate();
  const { key, name, state, size, sentSize } = upload;
  const _locale = currentLanguage();
  const failed = state === 'failed';

  const detail = () => {
    if (failed) {
      const words = failureWords(upload, limits);
      return typeof words === 'string' ? words : translate(words.key, words.values);
    }
    if (state === 'waiting') return translate('files.waiting', { size: format.fileSize(size) });
    if (state === 'preparing') return translate('files.preparing', { size: format.fileSize(size) });
    const values = {
      percent: percentOf(upload),
      size: format.fileSize(sentSize ?? size),
      from: format.fileSize(size),
    };
    return translate(sentSize !== null && sentSize < size ? 'files.sendingSmaller' : 'files.sending', values);
  };

  return (
    <FileRow
      name={name}
      thumbUrl={upload.thumbUrl}
      detail={detail()}
      failed={failed}
      below={
        failed ? null : (
          <LinearProgress
            variant={state === 'sending' ? 'determinate' : 'indeterminate'}
            value={percentOf(upload)}
            aria-label={translate('files.progressOf', { name })}
            sx={{ mt: 0.5 }}
          />
        )
      }
      actions={
        <>
          {failed && (
            <Tooltip title={translate('files.retry')}>
              <IconButton onClick={() => queue.retry(key)} aria-label={translate('files.retryOf', { name })}>
                <ReplayIcon />
              </IconButton>
            </Tooltip>
          )}
          <Tooltip title={translate(failed ? 'files.remove' : 'files.cancel')}>
            <IconButton
              onClick={() => queue.cancel(key)}
              aria-label={translate(failed ? 'files.removeOf' : 'files.cancelOf', { name })}
            >
              <CloseIcon />
            </IconButton>
          </Tooltip>
        </>
      }
    />
  );
}
