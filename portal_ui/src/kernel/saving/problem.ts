import { errorKey } from '../../server/errorMessage';
import { ApiError, NetworkError } from '../../server/http';
import type { Current } from '../../server/types';
import type { PlacedErrors } from './serverErrors';

/** Why a save or a move did not happen, in the terms the page shows it. */
export type SaveProblem =
  /** No answer: the line is down. What was typed stays. */
  | { kind: 'offline' }
  /** The server failed, or is out of reach; `requestId` finds it in the log. */
  | { kind: 'server'; requestId: string | null; key: string }
  /** Somebody else changed the record meanwhile. */
  | { kind: 'stale'; current: Current | null; message: string }
  /**
   * Refused with the server's words, or with the catalogue's (`key`) where something before the portal refused it;
   * `details` are those that belong to no field on the screen.
   */
  | { kind: 'refused'; message: string; details: readonly string[]; key?: string }
  /** Only fields of the form are wrong: they show it themselves. */
  | { kind: 'fields'; count: number };

/** The problem that an error means; null for what the session handles itself (its end leads to the login page). */
export function problemOf(error: unknown, { placed, loose }: PlacedErrors = { placed: {}, loose: [] }) {
  return problemBeside(error, Object.keys(placed).length, loose);
}

/** The same where the form shows so many of the errors by itself; `loose` are those for which it has no place. */
export function problemBeside(error: unknown, count: number, loose: readonly string[]): SaveProblem | null {
  if (error instanceof NetworkError) return { kind: 'offline' };
  if (!(error instanceof ApiError)) throw error;
  if (error.endsSession) return null;
  if (error.code === 'STALE') return { kind: 'stale', current: error.current ?? null, message: error.message };
  if (error.status >= 500) {
    const key = error.status === 503 ? errorKey(error) : 'saving.problem.server';
    return { kind: 'server', requestId: error.requestId ?? null, key };
  }
  if (error.status === 400 && count > 0 && loose.length === 0) return { kind: 'fields', count };
  return { kind: 'refused', message: error.message, details: loose, ...(!error.message && { key: errorKey(error) }) };
}

/** Whether the same try once more may succeed, though nothing is changed. */
export const mayBeRetried = (problem: SaveProblem | null): boolean =>
  problem?.kind === 'offline' || problem?.kind === 'server';
