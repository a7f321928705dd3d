import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../server/download';
import { useNotifyError } from '../../server/errorMessage';
import { send } from '../../server/http';
import { usePreview } from '../../shared/preview';
import { isPreviewable } from './fileRules';
import type { AttachedFile } from './types';

const addressOf = (file: AttachedFile) => `/api/v1/files/download/${encodeURIComponent(file.id)}`;

/**
 * Whether a file opens in the image preview: an image by its name whose preview the server made. Of a file that
 * was just uploaded nothing is known yet (no `previewUrl`): the file itself is shown.
 */
export const opensInPreview = (file: AttachedFile): boolean => isPreviewable(file.name) && file.previewUrl !== null;

type FileActions = {
  /** Saves the file; `downloading` names it meanwhile. */
  download: (file: AttachedFile) => void;
  downloading: string | null;
  /** Opens an image, with the other images of its list to leaf through. */
  preview: (file: AttachedFile, list: readonly AttachedFile[]) => void;
};

/** What can be done with a file the server holds. */
export function useFileActions(): FileActions {
  const notifyError = useNotifyError();
  const { open } = usePreview();
  const [downloading, setDownloading] = useState<string | null>(null);
  const made = useRef<string[]>([]);
  useEffect(() => () => made.current.forEach(URL.revokeObjectURL), []);

  const download = async (file: AttachedFile) => {
    setDownloading(file.id);
    try {
      await saveFile(addressOf(file), { fallbackName: file.name });
    } catch (error) {
      notifyError(error);
    } finally {
      setDownloading(null);
    }
  };

  const previewOwn = async (file: AttachedFile) => {
    try {
      const response = await send(addressOf(file));
      const src = URL.createObjectURL(await response.blob());
      made.current.push(src);
      open({ src, name: file.name });
    } catch (error) {
      notifyError(error);
    }
  };

  const preview = (file: AttachedFile, list: readonly AttachedFile[]) => {
    if (!file.previewUrl) return void previewOwn(file);
    const images = list.flatMap(({ name, previewUrl }) =>
      previewUrl && isPreviewable(name) ? [{ src: previewUrl, name }] : [],
    );
    open(
      images,
      images.findIndex(({ src }) => src === file.previewUrl),
    );
  };

  return { download: (file) => void download(file), downloading, preview };
}
