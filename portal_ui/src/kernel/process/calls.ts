import type { WriteCall } from './processContext';

/** Where a tab's spreadsheet comes from. */
export const exportPath = (sheet: string): string => `/api/v1/files/export/${sheet}/xlsx`;

/** Writes the comment on a request, or on one of its units, in a step. */
export const commentWrite =
  (path: string, ownerId: number, step: string) =>
  (comment: string): WriteCall => ({ method: 'PUT', path, body: { ownerId, status: step, comment } });

/** Gives a request to another service. */
export const changeServiceWrite = (requestId: number, serviceId: number): WriteCall => ({
  method: 'PUT',
  path: '/api/v1/requests/change/service',
  query: { requestId, serviceId },
});
