import {
  decimalOf,
  judge,
  maxLength,
  type Problems,
  positive,
  type Rules,
  required,
  wholeDate,
} from '../../kernel/saving/rules';
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

const rules: Rules = {
  durationInHours: [required, positive(MOST_HOURS)],
  completionDate: [required, wholeDate],
  summary: maxLength(SUMMARY_LENGTH),
};

/** What is wrong with one session. */
export const sessionProblems = (fields: SessionFields): Problems => judge(fields, rules);

/** What is wrong anywhere in the form. A new session counts once it is open. */
export function sessionsProblems({ saved, fresh }: SessionsForm): Problems {
  const rows = Object.entries(saved).map(([name, fields]) => judge(fields, rules, `saved.${name}.`));
  return Object.assign({}, ...rows, fresh.open ? judge(fresh, rules, 'fresh.') : {});
}

export const isValid = (fields: SessionFields): boolean => Object.keys(sessionProblems(fields)).length === 0;

/** The session as the server takes it. */
export const sessionBodyOf = ({ durationInHours, completionDate, summary }: SessionFields) => ({
  durationInHours: decimalOf(durationInHours),
  completionDate,
  summary,
});
