import { decimalOf } from '../../shared/shipping/rules';
import type { RemoteSupport, Session } from './types';

/** A session as it is typed. */
export interface SessionFields {
  durationInHours: string;
  completionDate: string;
  summary: string;
}

/** All sessions of a request, by a name that begins with a letter (form paths read digits as list places). */
export interface SessionsForm {
  saved: Record<string, SessionFields>;
  /** The one that is not saved yet (id -1). */
  fresh: SessionFields & { open: boolean };
}

export type SessionPath = `saved.${string}` | 'fresh';

export const MOST_HOURS = 999.99;
export const SUMMARY_LENGTH = 4000;

export const nameOf = (id: number): string => `s${id}`;

export const emptySession = (open = false): SessionsForm['fresh'] => ({
  open,
  durationInHours: '',
  completionDate: '',
  summary: '',
});

const fieldsOf = ({ durationInHours, completionDate, summary }: Session): SessionFields => ({
  durationInHours: String(durationInHours),
  completionDate,
  summary,
});

/** What is saved, and room for a new one. */
export const sessionsFormOf = (record: RemoteSupport): SessionsForm => ({
  saved: Object.fromEntries(record.serviceReviewSessions.map((session) => [nameOf(session.id), fieldsOf(session)])),
  fresh: emptySession(),
});

/** Rules broken by a session, by field. */
export function sessionProblems(fields: SessionFields): Partial<Record<keyof SessionFields, string>> {
  const hours = decimalOf(fields.durationInHours);
  return {
    ...(fields.durationInHours.trim() === ''
      ? { durationInHours: 'required' }
      : hours === null || hours <= 0 || hours > MOST_HOURS
        ? { durationInHours: 'hours' }
        : {}),
    ...(fields.completionDate === '' ? { completionDate: 'required' } : {}),
    ...(fields.summary.length > SUMMARY_LENGTH ? { summary: 'tooLong' } : {}),
  };
}

/** Rules broken anywhere in the form, by path. A new session counts once it is open. */
export function sessionsProblems({ saved, fresh }: SessionsForm): Record<string, string> {
  const rows: [string, SessionFields][] = Object.entries(saved).map(([name, fields]) => [`saved.${name}`, fields]);
  if (fresh.open) rows.push(['fresh', fresh]);
  return Object.fromEntries(
    rows.flatMap(([path, fields]) =>
      Object.entries(sessionProblems(fields)).map(([field, rule]) => [`${path}.${field}`, rule]),
    ),
  );
}

export const isValid = (fields: SessionFields): boolean => Object.keys(sessionProblems(fields)).length === 0;

/** The session as the server takes it. */
export const sessionBodyOf = ({ durationInHours, completionDate, summary }: SessionFields) => ({
  durationInHours: decimalOf(durationInHours),
  completionDate,
  summary,
});
