import type { ProcessRecord, RequestUpdate } from '../../api/requests';

/** Where a tab's spreadsheet comes from. */
export const buildExportUrl = (sheet: string): string => `/api/v1/files/export/${sheet}/xlsx`;

/** Writes the comment on a request, or on one of its units, in a step. */
export const buildCommentUpdate =
  <A extends string>(action: A, ownerId: number, step: string) =>
  (comment: string): RequestUpdate => ({ action, data: { ownerId, status: step, comment } });

/** Build the update of a transition to the next status, or to one chosen by hand. */
export const buildTransition = (record: ProcessRecord, status: string | null): RequestUpdate => ({
  action: 'move',
  data: { status, expectedStatus: record.status.key },
});

/** Update that deletes a request. */
export const DELETE_UPDATE: RequestUpdate = { action: 'delete' };
