export type { AttachedFile, UploadedFile } from '../../server/types';
