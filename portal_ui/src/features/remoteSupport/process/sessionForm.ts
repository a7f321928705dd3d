import type { SupportSession } from '../../../api/remoteSupport';
import {
  maxLength,
  parseDecimal,
  positive,
  required,
  type ValidationErrors,
  type ValidatorMap,
  type ValueValidator,
  validate,
  validateDate,
} from '../../../core/forms/validators';

/** Form values of a session. */
export interface SessionFields {
  durationInHours: string;
  completionDate: string;
  summary: string;
}

const MAX_HOURS = 999.99;
export const MAX_SUMMARY_LENGTH = 4000;

/** Id of an unsaved session. */
export const NEW_SESSION_ID = -1;

/** Return the draft key part of a session's form. */
export const getDraftPart = (id: number): string => ` session ${id}`;

/** Convert a session to form values; undefined is a new one. */
export const toSessionFields = (session: SupportSession | undefined): SessionFields => ({
  durationInHours: String(session?.durationInHours ?? ''),
  completionDate: session?.completionDate ?? '',
  summary: session?.summary ?? '',
});

/** Reject a day that has not begun anywhere on Earth. */
const validatePastDay: ValueValidator = (value) =>
  value && Date.parse(`${value}T00:00:00+14:00`) > Date.now() ? 'remoteSupport.session.future' : undefined;

const validators: ValidatorMap = {
  durationInHours: [required, positive(MAX_HOURS)],
  completionDate: [required, validateDate, validatePastDay],
  summary: maxLength(MAX_SUMMARY_LENGTH),
};

/** Return validation errors of a session. */
export const validateSession = (fields: SessionFields): ValidationErrors => validate(fields, validators);

/** Convert the form to the request body. */
export const toSessionBody = ({ durationInHours, completionDate, summary }: SessionFields) => ({
  durationInHours: parseDecimal(durationInHours),
  completionDate,
  summary,
});
