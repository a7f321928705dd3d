import type { Current } from '../../server/errors';
import { ApiError, NetworkError } from '../../server/http';

/** Why a save or a move did not happen, in the terms the page shows it. */
export type SaveProblem =
  /** No answer: the line is down. What was typed stays. */
  | { kind: 'offline' }
  /** The server failed; `requestId` finds it in the log. */
  | { kind: 'server'; requestId: string | null; retryAfter: number | null }
  /** Somebody else changed the request meanwhile. */
  | { kind: 'stale'; current: Current | null; message: string }
  /** Refused with the server's words; `details` are those that belong to no field on the screen. */
  | { kind: 'refused'; message: string; details: string[] }
  /** Only fields of the form are wrong: they show it themselves. */
  | { kind: 'fields'; count: number };

export interface PlacedErrors {
  /** Form path to message. */
  placed: Record<string, string>;
  /** Messages for which the form has no field. */
  loose: string[];
}

/** Answers the form's path of a server path, or null where the form has no such field. */
export type Rename = (serverPath: string) => string | null;

/** Puts the server's `fields` onto the form's own paths. */
export function placeErrors(fields: Record<string, string[]>, rename: Rename): PlacedErrors {
  const placed: Record<string, string> = {};
  const loose: string[] = [];
  for (const [path, messages] of Object.entries(fields)) {
    const message = messages.join(' ');
    const target = rename(path);
    if (target === null) loose.push(message);
    else placed[target] = message;
  }
  return { placed, loose };
}

/** The problem that an error means; null for what the session handles itself (its end leads to the login page). */
export function problemOf(error: unknown, placed: PlacedErrors): SaveProblem | null {
  if (error instanceof NetworkError) return { kind: 'offline' };
  if (!(error instanceof ApiError)) throw error;
  if (error.endsSession) return null;
  if (error.code === 'STALE') return { kind: 'stale', current: error.current ?? null, message: error.message };
  if (error.status >= 500) {
    return { kind: 'server', requestId: error.requestId ?? null, retryAfter: error.retryAfter ?? null };
  }
  const count = Object.keys(placed.placed).length;
  if (error.status === 400 && count > 0 && placed.loose.length === 0) return { kind: 'fields', count };
  return { kind: 'refused', message: error.message, details: placed.loose };
}
