/** Object URLs of the thumbnails of uploaded files. The server has no preview of a file before it is used. */
const thumbnails = new Map<string, string>();

/** Store the thumbnail of an uploaded file. */
export const setLocalThumbnail = (id: string, url: string): void => {
  thumbnails.set(id, url);
};

/** Return the thumbnail of a file uploaded since the page was loaded, or null. */
export const getLocalThumbnail = (id: string): string | null => thumbnails.get(id) ?? null;

/** Revoke and delete the thumbnail of a removed file. */
export const deleteLocalThumbnail = (id: string): void => {
  const url = thumbnails.get(id);
  if (url) URL.revokeObjectURL(url);
  thumbnails.delete(id);
};
