import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { downloadFile } from '../../api/download';
import { send } from '../../api/http';
import type { AttachedFile } from '../../api/types';
import { isSpectrumName, SpectrumSuggestionsFor } from '../../features/spectra/spectrumBinding';
import { useFormat } from '../i18n/format';
import { useNotifyError } from '../ui/errorMessage';
import { FileList, FileRow, RowAction } from './FileRow';
import { buildFileUrl, getExtension, isPreviewable } from './fileRules';
import { getLocalThumbnail } from './localThumbnails';
import { usePreview } from './preview';
import { buildThumbnailUrl } from './Thumbnail';

interface UploadedFilesProps {
  files: readonly AttachedFile[];
  /** Files to browse in the preview, if more than the visible ones. */
  list?: readonly AttachedFile[];
}

/** List of uploaded files. */
export const UploadedFiles = ({ files, list = files }: UploadedFilesProps) => (
  <FileList>
    {files.map((file) => (
      <UploadedFileRow key={file.id} file={file} list={list} />
    ))}
  </FileList>
);

interface UploadedFileRowProps {
  file: AttachedFile;
  /** Files of the list, to browse in the preview. */
  list?: readonly AttachedFile[];
  onRemove?: (() => void) | undefined;
}

/** Row of an uploaded file: preview, download and, in a form, removal. */
export function UploadedFileRow({ file, list = [file], onRemove }: UploadedFileRowProps) {
  const format = useFormat();
  const translate = useTranslate();
  const [busy, setBusy] = useState(false);
  const notifyError = useNotifyError();
  const preview = useFilePreview(file, list);
  const { name } = file;
  const address = buildFileUrl(file);
  const size = format.fileSize(file.size);
  const type = getExtension(name) || file.type;

  const download = async () => {
    setBusy(true);
    await downloadFile(address, { fallbackName: name }).catch(notifyError);
    setBusy(false);
  };
  return (
    <FileRow
      name={name}
      thumbUrl={file.previewUrl ? buildThumbnailUrl(file.previewUrl) : getLocalThumbnail(file.id)}
      detail={type ? `${size} · ${type}` : size}
      onPreview={preview}
      panel={<SpectrumSuggestionsFor file={file} />}
      actions={
        <>
          <RowAction
            title={translate('files.download')}
            label={translate('files.downloadOf', { name })}
            loading={busy}
            onClick={() => void download()}
          >
            <DownloadIcon />
          </RowAction>
          {onRemove && (
            <RowAction
              title={translate('files.remove')}
              label={translate('files.removeOf', { name })}
              onClick={onRemove}
            >
              <DeleteIcon />
            </RowAction>
          )}
        </>
      }
    />
  );
}

/**
 * Return a callback that opens a spectrum, or an image among those of its list.
 *
 * Undefined if the file is no image by its name, or if the server cannot render it. A new upload has no `previewUrl`
 * yet: the file itself is shown.
 */
function useFilePreview(file: AttachedFile, list: readonly AttachedFile[]): (() => void) | undefined {
  const notifyError = useNotifyError();
  const { open, openSpectrum } = usePreview();
  const objectUrls = useRef<string[]>([]);
  useEffect(() => () => objectUrls.current.forEach(URL.revokeObjectURL), []);
  const { name, previewUrl } = file;

  const openItself = async () => {
    const response = await send(buildFileUrl(file));
    const src = URL.createObjectURL(await response.blob());
    objectUrls.current.push(src);
    open({ src, name });
  };
  if (isSpectrumName(name)) return () => openSpectrum(file);
  if (!isPreviewable(name) || previewUrl === null) return undefined;
  if (!previewUrl) return () => void openItself().catch(notifyError);
  return () => {
    const images = list.flatMap((item) =>
      item.previewUrl && isPreviewable(item.name) ? [{ src: item.previewUrl, name: item.name }] : [],
    );
    const at = images.findIndex(({ src }) => src === previewUrl);
    open(images, at);
  };
}
