import type { ProcessRecord, RequestUpdate } from '../../api/requests';

/** Return the URL of a spreadsheet export. */
export const buildExportUrl = (sheet: string): string => `/api/v1/files/export/${sheet}/xlsx`;

/** Return a function that builds the update of a comment on a request or unit. */
export const buildCommentUpdate =
  <A extends string>(action: A, ownerId: number, step: string) =>
  (comment: string): RequestUpdate => ({ action, data: { ownerId, status: step, comment } });

/** Build a transition: to the next status (null), or to one set directly. */
export const buildTransition = (record: ProcessRecord, status: string | null): RequestUpdate => ({
  action: 'move',
  data: { status, expectedStatus: record.status.key },
});

/** Update that deletes a request. */
export const DELETE_UPDATE: RequestUpdate = { action: 'delete' };
