import { UnreadableResponseError } from '../../api/errors';
import { ApiError, NetworkError } from '../../api/http';
import type { ConflictingRow, CurrentVersion } from '../../api/types';
import { isChunkError, OutdatedPageError } from '../ui/chunkErrors';
import { getErrorKey } from '../ui/errorMessage';
import type { Difference } from './dirtyValues';
import type { MappedErrors } from './serverErrors';

/** Error of a save or a transition, as shown on the page. */
export type SaveError =
  /** Network error: no response. `isDisconnected`: the browser was offline. */
  | { kind: 'offline'; isDisconnected?: boolean; keptKey?: string }
  /** Server error or timeout; `requestId` identifies it in the log. */
  | { kind: 'server'; requestId: string | null; key: string; keptKey?: string }
  /** Version conflict: another user changed the record. */
  | {
      kind: 'stale';
      current: CurrentVersion | null;
      message: string;
      /** Conflicting rows, if the others are saved. */
      rows?: readonly ConflictingRow[] | undefined;
      isStepClosed?: boolean;
      /** Fields that both users changed, for a dialog. */
      differences?: readonly Difference[];
    }
  /**
   * Rejected, with the server's message, or a translation key without one (proxy). `details` are errors without
   * a field in the form.
   */
  | { kind: 'refused'; message: string; details: readonly string[]; key?: string }
  /** Validation errors that are all shown on fields of the form. */
  | { kind: 'fields'; count: number };

/**
 * Convert an error to a save error. Null means an expired session, which redirects to the login page, or an aborted
 * request. Every other error is shown, so that no save fails silently.
 */
export function toSaveError(
  error: unknown,
  { fieldErrors, formErrors }: MappedErrors = { fieldErrors: {}, formErrors: [] },
): SaveError | null {
  if (error instanceof NetworkError || isChunkError(error)) return buildNetworkProblem();
  if (error instanceof UnreadableResponseError) return { kind: 'server', requestId: null, key: getErrorKey(error) };
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  if (!(error instanceof ApiError)) {
    // A bug of the user interface: log it with its stack.
    if (!(error instanceof OutdatedPageError)) console.error(error);
    return { kind: 'refused', message: '', details: [], key: getErrorKey(error) };
  }
  if (error.endsSession) return null;
  if (error.code === 'STALE') {
    const { current = null, message, rows, isStepClosed } = error;
    return { kind: 'stale', current, message, ...(rows && { rows }), ...(isStepClosed && { isStepClosed }) };
  }
  if (error.status >= 500) {
    const key = error.status === 503 ? getErrorKey(error) : 'saving.problem.server';
    return { kind: 'server', requestId: error.requestId ?? null, key };
  }
  const count = Object.keys(fieldErrors).length;
  if (error.status === 400 && count > 0 && formErrors.length === 0) return { kind: 'fields', count };
  return {
    kind: 'refused',
    message: error.message,
    details: formErrors,
    ...(!error.message && { key: getErrorKey(error) }),
  };
}

/** Build the problem of a request without a response. The connection may be back while it is shown. */
const buildNetworkProblem = (): SaveError => ({
  kind: 'offline',
  ...(navigator.onLine === false && { isDisconnected: true }),
});

/** Return the users who changed the conflicting rows, or else the record. */
export const getChangedBy = ({ rows, current }: Extract<SaveError, { kind: 'stale' }>): string[] => {
  const names = (rows ?? []).flatMap(({ changedBy }) => (changedBy ? [changedBy] : []));
  return rows ? [...new Set(names)] : current ? [current.changedBy] : [];
};

/** Return whether the same request may succeed on a retry. */
export const isRetryable = (problem: SaveError | null): problem is Extract<SaveError, { kind: 'offline' | 'server' }> =>
  problem?.kind === 'offline' || problem?.kind === 'server';
