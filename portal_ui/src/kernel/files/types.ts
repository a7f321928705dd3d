/** A file the server holds for the caller: what an upload answers and what a form sends back by id. */
export interface UploadedFile {
  id: string;
  name: string;
  type: string;
  size: number;
}

/** A file that belongs to something already; images have a signed address of their preview. */
export interface AttachedFile extends UploadedFile {
  previewUrl?: string | null;
}
