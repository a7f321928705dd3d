import type { components } from '../../server/schema';

type Schemas = components['schemas'];

/** A session of remote service, as it is saved. */
export type Session = Schemas['SessionAnswer'];
/** The hour after completion in which sessions may still be edited. */
export type EditMode = Schemas['EditMode'];

export type RemoteSupport = Schemas['SupportAnswer'] & {
  /** When this answer came, on the browser's monotonic clock: what the countdown runs from. */
  readAt: number;
};
