import type { Alias, Visit } from '../../api/instruments';

/** A visit to the service, or another request that names the instrument. */
export type TimelineEntry = { at: string } & ({ visit: Visit } | { alias: Alias });

/** All that happened, the newest first. */
export const toTimelineEntries = (visits: readonly Visit[], namedIn: readonly Alias[]): TimelineEntry[] =>
  [
    ...visits.map((visit) => ({ at: visit.createdAt, visit })),
    ...namedIn.map((naming) => ({ at: naming.createdAt, alias: naming })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
