import type { ProcessRecord, RequestUpdate } from '../../api/requests';

/** Where a tab's spreadsheet comes from. */
export const buildExportUrl = (sheet: string): string => `/api/v1/files/export/${sheet}/xlsx`;

/** Writes the comment on a request, or on one of its units, in a step. */
export const buildCommentUpdate =
  <A extends string>(action: A, ownerId: number, step: string) =>
  (comment: string): RequestUpdate => ({ action, data: { ownerId, status: step, comment } });

/** Moves a request on, or with a status to one chosen by hand. */
export const buildTransition = (record: ProcessRecord, status: string | null): RequestUpdate => ({
  action: 'move',
  data: { status, expectedStatus: record.status.key },
});

/** Takes a request off every list. */
export const REMOVAL: RequestUpdate = { action: 'delete' };
