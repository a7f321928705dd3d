import type { SupportSession } from '../../../api/remoteSupport';
import {
  completeDate,
  maxLength,
  parseDecimal,
  positive,
  required,
  type ValidationErrors,
  type ValidatorMap,
  validate,
} from '../../../core/forms/validators';

/** A session as it is typed. */
export interface SessionFields {
  durationInHours: string;
  completionDate: string;
  summary: string;
}

const MAX_HOURS = 999.99;
export const MAX_SUMMARY_LENGTH = 4000;

/** The id of a session that is not saved yet. */
export const NEW_SESSION_ID = -1;

/** Key of the session's form in the draft. */
export const getDraftPart = (id: number): string => ` session ${id}`;

/** What is saved of a session; nothing of a new one. */
export const toSessionFields = (session: SupportSession | undefined): SessionFields => ({
  durationInHours: String(session?.durationInHours ?? ''),
  completionDate: session?.completionDate ?? '',
  summary: session?.summary ?? '',
});

const validators: ValidatorMap = {
  durationInHours: [required, positive(MAX_HOURS)],
  completionDate: [required, completeDate],
  summary: maxLength(MAX_SUMMARY_LENGTH),
};

/** What is wrong with a session. */
export const validateSession = (fields: SessionFields): ValidationErrors => validate(fields, validators);

/** The session as the server takes it. */
export const toSessionBody = ({ durationInHours, completionDate, summary }: SessionFields) => ({
  durationInHours: parseDecimal(durationInHours),
  completionDate,
  summary,
});
