/** Small pictures of what this page uploaded: the server answers no preview of a file that belongs to nothing yet. */
const thumbnails = new Map<string, string>();

/** Keeps the picture of an uploaded file. */
export const setLocalThumbnail = (id: string, url: string): void => {
  thumbnails.set(id, url);
};

/** The picture of a file uploaded since the page was loaded, if there is one. */
export const getLocalThumbnail = (id: string): string | null => thumbnails.get(id) ?? null;

/** Lets go of a picture once its file was removed. */
export const deleteLocalThumbnail = (id: string): void => {
  const url = thumbnails.get(id);
  if (url) URL.revokeObjectURL(url);
  thumbnails.delete(id);
};
