import type { Part, PredefinedService, PredefinedServices } from '../../server/types';

export const KINDS = ['DIAGNOSTICS', 'REPAIRS', 'PARTS'] as const;

export type Kind = keyof PredefinedServices;

/** What a part supports, by kind. */
export const appliedTo = (part: Part): PredefinedServices => ({
  DIAGNOSTICS: part.predefinedServicesForDiagnostics,
  REPAIRS: part.predefinedServicesForRepairs,
  PARTS: part.predefinedServicesForParts,
});

/** Those of a kind that are not applied yet. */
export const leftOf = (all: readonly PredefinedService[], applied: readonly PredefinedService[]): PredefinedService[] =>
  all.filter(({ id }) => !applied.some((one) => one.id === id));

/** The body of the save: the ids by kind. */
export const bodyOf = (applied: PredefinedServices): Record<Kind, number[]> => ({
  DIAGNOSTICS: applied.DIAGNOSTICS.map(({ id }) => id),
  REPAIRS: applied.REPAIRS.map(({ id }) => id),
  PARTS: applied.PARTS.map(({ id }) => id),
});
