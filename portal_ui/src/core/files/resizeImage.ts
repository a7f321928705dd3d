/** Size above which photos are resized before their upload. */
const RESIZE_ABOVE_BYTES = 2_000_000;
/** Longest side of a resized photo in pixels, and the sides to try until it fits. */
const MAX_SIDE = 2560;
const SMALLER_SIDES = [2560, 1920, 1440, 1080, 720];
const QUALITY = 0.86;
const THUMB_SIDE = 96;
const RESIZABLE_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Return whether the browser can decode a file and so resize it. */
export const canResize = (file: { type: string }): boolean => RESIZABLE_TYPES.has(file.type);

/** Return whether a file is a large JPEG, PNG or WebP image. */
export const shouldResize = (file: { type: string; size: number }): boolean =>
  canResize(file) && file.size > RESIZE_ABOVE_BYTES;

/** Return width and height with the longest side limited, never enlarged. */
export const fitWithin = (width: number, height: number, side: number): { width: number; height: number } => {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

const includesText = (bytes: Uint8Array, text: string): boolean => {
  const codes = Array.from(text, (character) => character.charCodeAt(0));
  outer: for (let at = 0; at <= bytes.length - codes.length; at += 1) {
    for (let i = 0; i < codes.length; i += 1) if (bytes[at + i] !== codes[i]) continue outer;
    return true;
  }
  return false;
};

/** Return whether a PNG or WebP is animated, which a canvas would lose. */
export const isAnimated = (header: Uint8Array, type: string): boolean =>
  (type === 'image/png' && includesText(header, 'acTL')) || (type === 'image/webp' && includesText(header, 'ANIM'));

const drawToBlob = async (picture: ImageBitmap, side: number, type: string): Promise<Blob | null> => {
  const { width, height } = fitWithin(picture.width, picture.height, side);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  // toBlob falls back to PNG for types that it cannot encode, which would not match the file name.
  return blob?.type === type ? blob : null;
};

export interface PreparedFile {
  /** Resized photo, or the original file. */
  file: File;
  /** Thumbnail, if the browser can decode the file. */
  thumb: Blob | null;
}

/**
 * Resize a large photo, or any image to below `maxBytes`, and make its thumbnail.
 *
 * A file that the browser cannot decode is returned unchanged: the server decides about it.
 */
export async function resizeIfLarge(file: File, maxBytes = Number.POSITIVE_INFINITY): Promise<PreparedFile> {
  // `from-image` applies the EXIF orientation, so that a portrait photo stays upright.
  const picture = canResize(file)
    ? await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(returnNull)
    : null;
  if (!picture) return { file, thumb: null };
  try {
    const thumb = await drawToBlob(picture, THUMB_SIDE, file.type === 'image/png' ? 'image/png' : 'image/jpeg');
    return { file: await resizeImage(file, picture, maxBytes), thumb };
  } finally {
    picture.close();
  }
}

const returnNull = () => null;

async function resizeImage(file: File, picture: ImageBitmap, maxBytes: number): Promise<File> {
  if (!shouldResize(file) && file.size < maxBytes) return file;
  const header = new Uint8Array(await file.slice(0, 65_536).arrayBuffer());
  if (isAnimated(header, file.type)) return file;
  const toFile = (blob: Blob, name: string) =>
    new File([blob], name, { type: blob.type, lastModified: file.lastModified });
  let best = file;
  if (shouldResize(file)) {
    const smaller = await drawToBlob(picture, MAX_SIDE, file.type);
    if (smaller && smaller.size < file.size) best = toFile(smaller, file.name);
  }
  if (best.size < maxBytes) return best;
  for (const side of SMALLER_SIDES) {
    const smaller = await drawToBlob(picture, side, 'image/jpeg');
    if (!smaller) return best;
    if (smaller.size < maxBytes) return toFile(smaller, file.type === 'image/jpeg' ? file.name : toJpegName(file.name));
  }
  return best;
}

/** Return the file name of an image that was converted to JPEG. */
export const toJpegName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}.jpg`;
