import { UnreadableResponseError } from '../../api/errors';
import { ApiError, NetworkError } from '../../api/http';
import type { ConflictingRow, CurrentVersion } from '../../api/types';
import { isChunkError, OutdatedPageError } from '../ui/chunkErrors';
import { getErrorKey } from '../ui/errorMessage';
import type { Difference } from './dirtyValues';
import type { MappedErrors } from './serverErrors';

/** Why a save or a transition failed, as the page shows it. */
export type SaveError =
  /** Offline: no response. What was typed stays. */
  | { kind: 'offline' }
  /** Server error or timeout; `requestId` finds it in the log. */
  | { kind: 'server'; requestId: string | null; key: string }
  /** Version conflict: another user changed the record. */
  | {
      kind: 'stale';
      current: CurrentVersion | null;
      message: string;
      /** The rows that conflict, where the others are saved. */
      rows?: readonly ConflictingRow[] | undefined;
      isStepClosed?: boolean;
      /** Fields that both users changed, for a dialog. */
      differences?: readonly Difference[];
    }
  /**
   * Rejected with the server's message, or with the catalog's (`key`) if a proxy rejected it; `details` are those that
   * belong to no field on the screen.
   */
  | { kind: 'refused'; message: string; details: readonly string[]; key?: string }
  /** Validation errors: only fields of the form are wrong, and they show it themselves. */
  | { kind: 'fields'; count: number };

/**
 * The problem that an error means; null for the end of a session, which leads to the login page by itself, and for a
 * call that was aborted. Every other error is some problem, so that no save ends without a word.
 */
export function toSaveError(
  error: unknown,
  { fieldErrors, formErrors }: MappedErrors = { fieldErrors: {}, formErrors: [] },
) {
  return toSaveErrorWithFields(error, Object.keys(fieldErrors).length, formErrors);
}

/** The same where the form shows so many of the errors by itself; `loose` are those for which it has no place. */
export function toSaveErrorWithFields(error: unknown, count: number, loose: readonly string[]): SaveError | null {
  if (error instanceof NetworkError || isChunkError(error)) return { kind: 'offline' };
  if (error instanceof UnreadableResponseError) return { kind: 'server', requestId: null, key: getErrorKey(error) };
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  if (!(error instanceof ApiError)) {
    // A fault of the interface itself: the console has the stack for whoever looks into it.
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
  if (error.status === 400 && count > 0 && loose.length === 0) return { kind: 'fields', count };
  return {
    kind: 'refused',
    message: error.message,
    details: loose,
    ...(!error.message && { key: getErrorKey(error) }),
  };
}

/** Users who made the conflicting changes: of rows those who changed them, else of the record. */
export const getChangedBy = ({ rows, current }: Extract<SaveError, { kind: 'stale' }>): string[] => {
  const names = (rows ?? []).flatMap(({ changedBy }) => (changedBy ? [changedBy] : []));
  return rows ? [...new Set(names)] : current ? [current.changedBy] : [];
};

/** Whether a retry may succeed, though nothing is changed. */
export const isRetryable = (problem: SaveError | null): boolean =>
  problem?.kind === 'offline' || problem?.kind === 'server';
