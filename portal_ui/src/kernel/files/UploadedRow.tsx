import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'ra-core';
import { useFormat } from '../../shared/format';
import { FileRow } from './FileRow';
import { extensionOf } from './fileRules';
import { withThumbSize } from './Thumb';
import { thumbOf } from './thumbs';
import type { AttachedFile } from './types';
import { opensInPreview, useFileActions } from './useFileActions';

type UploadedRowProps = {
  file: AttachedFile;
  /** The other files of the list, to leaf through in the preview. */
  list?: readonly AttachedFile[];
  onRemove?: (() => void) | undefined;
};

/** A file the server holds: name, size, type, preview, download and, in a form, removal. */
export function UploadedRow({ file, list = [file], onRemove }: UploadedRowProps) {
  const format = useFormat();
  const translate = useTranslate();
  const { download, downloading, preview } = useFileActions();
  const { name } = file;
  const size = format.fileSize(file.size);
  const type = extensionOf(name) || file.type;
  return (
    <FileRow
      name={name}
      thumbUrl={file.previewUrl ? withThumbSize(file.previewUrl) : thumbOf(file.id)}
      detail={type ? `${size} · ${type}` : size}
      onPreview={opensInPreview(file) ? () => preview(file, list) : undefined}
      previewLabel={translate('files.previewOf', { name })}
      actions={
        <>
          <Tooltip title={translate('files.download')}>
            <IconButton
              onClick={() => download(file)}
              loading={downloading === file.id}
              aria-label={translate('files.downloadOf', { name })}
            >
              <DownloadIcon />
            </IconButton>
          </Tooltip>
          {onRemove && (
            <Tooltip title={translate('files.remove')}>
              <IconButton onClick={onRemove} aria-label={translate('files.removeOf', { name })}>
                <DeleteIcon />
              </IconButton>
            </Tooltip>
          )}
        </>
      }
    />
  );
}
