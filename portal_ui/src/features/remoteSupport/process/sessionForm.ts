import type { Session } from '../../../api/remoteSupport';
import {
  decimalOf,
  judge,
  maxLength,
  type Problems,
  positive,
  type Rules,
  required,
  wholeDate,
} from '../../../core/forms/validators';

/** A session as it is typed. */
export interface SessionFields {
  durationInHours: string;
  completionDate: string;
  summary: string;
}

const MOST_HOURS = 999.99;
export const SUMMARY_LENGTH = 4000;

/** The id of a session that is not saved yet. */
export const NEW = -1;

/** Which form of its tab a session is. */
export const partOf = (id: number): string => ` session ${id}`;

/** What is saved of a session; nothing of a new one. */
export const sessionFieldsOf = (session: Session | undefined): SessionFields => ({
  durationInHours: String(session?.durationInHours ?? ''),
  completionDate: session?.completionDate ?? '',
  summary: session?.summary ?? '',
});

const rules: Rules = {
  durationInHours: [required, positive(MOST_HOURS)],
  completionDate: [required, wholeDate],
  summary: maxLength(SUMMARY_LENGTH),
};

/** What is wrong with a session. */
export const sessionProblems = (fields: SessionFields): Problems => judge(fields, rules);

/** The session as the server takes it. */
export const sessionBodyOf = ({ durationInHours, completionDate, summary }: SessionFields) => ({
  durationInHours: decimalOf(durationInHours),
  completionDate,
  summary,
});
