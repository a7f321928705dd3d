/** Small pictures of what this page uploaded: the server answers no preview of a file that belongs to nothing yet. */
const thumbs = new Map<string, string>();

/** Keeps the picture of an uploaded file. */
export const rememberThumb = (id: string, url: string): void => {
  thumbs.set(id, url);
};

/** The picture of a file uploaded since the page was loaded, if there is one. */
export const thumbOf = (id: string): string | null => thumbs.get(id) ?? null;

/** Lets go of a picture once its file was removed. */
export const forgetThumb = (id: string): void => {
  const url = thumbs.get(id);
  if (url) URL.revokeObjectURL(url);
  thumbs.delete(id);
};
