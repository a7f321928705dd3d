/** Photos above this are made smaller before they travel. */
export const SHRINK_ABOVE_BYTES = 2_000_000;
/** The longest side of a photo made smaller. */
export const LONG_SIDE = 2560;
const QUALITY = 0.86;
const THUMB_SIDE = 96;
const SHRINKABLE = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Whether the browser can draw a file, and so make it smaller. */
export const canShrink = (file: { type: string }): boolean => SHRINKABLE.has(file.type);

/** Whether a file is a photo worth making smaller: nothing but large jpeg, png and webp files. */
export const worthShrinking = (file: { type: string; size: number }): boolean =>
  canShrink(file) && file.size > SHRINK_ABOVE_BYTES;

/** Width and height with the longest side cut to `side`, proportions kept, never enlarged. */
export const fitWithin = (width: number, height: number, side: number): { width: number; height: number } => {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

const includesText = (bytes: Uint8Array, text: string): boolean => {
  const codes = Array.from(text, (letter) => letter.charCodeAt(0));
  outer: for (let at = 0; at <= bytes.length - codes.length; at += 1) {
    for (let i = 0; i < codes.length; i += 1) if (bytes[at + i] !== codes[i]) continue outer;
    return true;
  }
  return false;
};

/** Whether the first bytes of a png or webp announce an animation, which a canvas would freeze. */
export const isAnimated = (head: Uint8Array, type: string): boolean =>
  (type === 'image/png' && includesText(head, 'acTL')) || (type === 'image/webp' && includesText(head, 'ANIM'));

const draw = async (picture: ImageBitmap, side: number, type: string): Promise<Blob | null> => {
  const { width, height } = fitWithin(picture.width, picture.height, side);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  // A browser that cannot write a type answers a png instead: that is no file of this name.
  return blob?.type === type ? blob : null;
};

export interface PreparedFile {
  /** What is sent: the photo made smaller, or the file as it came. */
  file: File;
  /** A small picture for the list, when the browser can draw the file. */
  thumb: Blob | null;
}

/** Makes a large photo smaller and draws its thumbnail; a file that is no picture comes back untouched. */
export const prepareFile = async (file: File): Promise<PreparedFile> => {
  if (!canShrink(file)) return { file, thumb: null };
  let picture: ImageBitmap;
  try {
    // from-image turns the picture as its EXIF says, so that a portrait photo stays upright.
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return { file, thumb: null }; // A damaged picture: the server decides what it is.
  }
  try {
    const thumb = await draw(picture, THUMB_SIDE, file.type === 'image/png' ? 'image/png' : 'image/jpeg');
    if (!worthShrinking(file)) return { file, thumb };
    const head = new Uint8Array(await file.slice(0, 65_536).arrayBuffer());
    if (isAnimated(head, file.type)) return { file, thumb };
    const smaller = await draw(picture, LONG_SIDE, file.type);
    if (!smaller || smaller.size >= file.size) return { file, thumb };
    return { file: new File([smaller], file.name, { type: file.type, lastModified: file.lastModified }), thumb };
  } finally {
    picture.close();
  }
};

/** A picture drawn at most `side` long as another file; null where the browser cannot. */
export const drawSmaller = async (file: File, side: number, type: string): Promise<Blob | null> => {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!picture) return null;
  try {
    return await draw(picture, side, type);
  } finally {
    picture.close();
  }
};
