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
  maxFiles: number;
  /** Exclusive size limit in bytes. */
  maxBytes: number;
}

/**
 * Split chosen files into accepted and rejected ones, in order. A photo that will be resized is not rejected for its
 * size.
 */
export const partitionFiles = <F extends { size: number }>(
  files: readonly F[],
  limits: FileLimits,
  willShrink: (file: F) => boolean,
  isAccepted: (file: F) => boolean = () => true,
): { accepted: F[]; rejected: { file: F; reason: RejectedFile }[] } => {
  const accepted: F[] = [];
  const rejected: { file: F; reason: RejectedFile }[] = [];
  for (const file of files) {
    if (!isAccepted(file)) rejected.push({ file, reason: 'kind' });
    else if (file.size === 0) rejected.push({ file, reason: 'empty' });
    else if (file.size >= limits.maxBytes && !willShrink(file)) rejected.push({ file, reason: 'size' });
    else if (accepted.length >= limits.maxFiles) rejected.push({ file, reason: 'count' });
    else accepted.push(file);
  }
  return { accepted, rejected };
};
