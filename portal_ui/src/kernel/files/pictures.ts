import { isPreviewable } from './fileRules';
import { canShrink, drawSmaller, isAnimated, type PreparedFile, prepareFile } from './shrink';

/** Longest sides to try, one after the other, until a picture is small enough. */
const SIDES = [2560, 1920, 1440, 1080, 720];

/** Whether a file's name says that it is a picture the portal shows. */
export const isPicture = (file: { name: string }): boolean => isPreviewable(file.name);

const SIGNATURES: readonly (readonly (number | null)[])[] = [
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50], // RIFF, its length, WEBP
  [0x00, 0x00, 0x01, 0x00], // ICO
];

/** Whether a file begins as a picture does, whatever its name says. */
export async function beginsAsPicture(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  return SIGNATURES.some((bytes) => bytes.every((byte, at) => byte === null || byte === head[at]));
}

/** The name of a picture that was written anew as jpeg. */
export const jpegName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}.jpg`;

/** Makes a picture smaller until it is below `maxBytes`; what cannot be drawn comes back untouched. */
export const preparePicture = async (file: File, maxBytes: number): Promise<PreparedFile> => {
  const prepared = await prepareFile(file);
  if (prepared.file.size < maxBytes || !canShrink(file)) return prepared;
  const head = new Uint8Array(await file.slice(0, 65_536).arrayBuffer());
  if (isAnimated(head, file.type)) return prepared;
  for (const side of SIDES) {
    const smaller = await drawSmaller(file, side, 'image/jpeg');
    if (!smaller) return prepared;
    if (smaller.size >= maxBytes) continue;
    const name = file.type === 'image/jpeg' ? file.name : jpegName(file.name);
    return { ...prepared, file: new File([smaller], name, { type: 'image/jpeg', lastModified: file.lastModified }) };
  }
  return prepared;
};
