import { isPreviewable } from './fileRules';
import { canShrink, drawSmaller, isAnimated, type PreparedFile, prepareFile } from './shrink';

/** Longest sides to try, one after the other, until a picture is small enough. */
const SIDES = [2560, 1920, 1440, 1080, 720];

/** Whether a file's name says that it is a picture the portal shows. */
export const isPicture = (file: { name: string }): boolean => isPreviewable(file.name);

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
