import type { components } from '../../server/schema';

type Schemas = components['schemas'];

export type ProcessStep = Schemas['StepAnswer'];
export type ProcessAction = Schemas['ActionAnswer'];
/** What the server says may be seen and done now: tabs and buttons are drawn from this alone. */
export type ProcessInfo = Schemas['ProcessAnswer'];
/** A comment on a request or one of its items, one for each owner and step. */
export type ApprovalComment = Schemas['CommentAnswer'];
/** What every kind of request answers beside its own data. */
export type ProcessRecord = Pick<
  Schemas['RepairAnswer'],
  keyof Schemas['RepairAnswer'] & keyof Schemas['PartRequestAnswer'] & keyof Schemas['SupportAnswer']
>;
/** What a save or a move answers; a session says whether one may continue under a name of its own. */
export type SaveAnswer = Partial<Schemas['Moved'] & Schemas['SessionSaved']>;
