import type { components } from '../../server/schema';

type Schemas = components['schemas'];

/** A session of remote service, as it is saved. */
export type Session = Schemas['SessionAnswer'];

/** A point of the check list. */
export type Check = Schemas['CheckAnswer'];

export type RemoteSupport = Schemas['SupportAnswer'] & {
  /** When this answer came, on the browser's monotonic clock: what the countdown runs from. */
  readAt: number;
};
