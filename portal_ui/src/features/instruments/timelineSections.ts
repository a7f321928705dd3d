import type { Naming, Visit } from '../../api/instruments';

/** A visit to the service, or another request that names the instrument. */
export type Chapter = { at: string } & ({ visit: Visit } | { naming: Naming });

/** All that happened, the newest first. */
export const chaptersOf = (visits: readonly Visit[], namedIn: readonly Naming[]): Chapter[] =>
  [
    ...visits.map((visit) => ({ at: visit.createdAt, visit })),
    ...namedIn.map((naming) => ({ at: naming.createdAt, naming })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
