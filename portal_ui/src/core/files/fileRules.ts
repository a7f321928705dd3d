/** Return the download URL of a file. */
export const buildFileUrl = ({ id }: { id: string }): string => `/api/v1/files/download/${encodeURIComponent(id)}`;

const PREVIEWABLE = /\.(png|jpe?g|webp|ico)$/i;

/** Return whether a file name has an image type that the portal can show. */
export const isPreviewable = (name: string): boolean => PREVIEWABLE.test(name);

/** Return the upper-case extension of at most four characters, else "". */
export const getExtension = (name: string): string => {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1) : '';
  return /^[a-z0-9]{1,4}$/i.test(extension) ? extension.toUpperCase() : '';
};

/** Reason why a file is rejected before its upload. */
export type RejectedFile = 'count' | 'size' | 'empty' | 'kind';

interface FileLimits {
  /** Number of files that the field still accepts. */
  places: number;
  /** Exclusive size limit in bytes. */
  maxBytes: number;
}

/**
 * Split chosen files into accepted and rejected ones, in order. A photo that will be resized is not rejected for its
 * size.
 */
export const partitionFiles = <F extends { size: number }>(
  files: readonly F[],
  room: FileLimits,
  willShrink: (file: F) => boolean,
  takes: (file: F) => boolean = () => true,
): { taken: F[]; refused: { file: F; why: RejectedFile }[] } => {
  const taken: F[] = [];
  const refused: { file: F; why: RejectedFile }[] = [];
  for (const file of files) {
    if (!takes(file)) refused.push({ file, why: 'kind' });
    else if (file.size === 0) refused.push({ file, why: 'empty' });
    else if (file.size >= room.maxBytes && !willShrink(file)) refused.push({ file, why: 'size' });
    else if (taken.length >= room.places) refused.push({ file, why: 'count' });
    else taken.push(file);
  }
  return { taken, refused };
};
