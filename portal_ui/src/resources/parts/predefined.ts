export const KINDS = ['DIAGNOSTICS', 'REPAIRS', 'PARTS'] as const;
export type Kind = (typeof KINDS)[number];

/** A predefined service; `value` is its price in USD. */
export type Service = { id: number; text: string; shortText: string; value: number };
export type Services = Record<Kind, Service[]>;

/** A part as the calls of the contract answer it, as far as the dialog reads it. */
export type PartAnswer = {
  id: number;
  predefinedServicesForDiagnostics: Service[];
  predefinedServicesForRepairs: Service[];
  predefinedServicesForParts: Service[];
};

/** What a part supports, by kind. */
export const appliedTo = (part: PartAnswer): Services => ({
  DIAGNOSTICS: part.predefinedServicesForDiagnostics,
  REPAIRS: part.predefinedServicesForRepairs,
  PARTS: part.predefinedServicesForParts,
});

/** Those of a kind that are not applied yet. */
export const leftOf = (all: readonly Service[], applied: readonly Service[]): Service[] =>
  all.filter(({ id }) => !applied.some((one) => one.id === id));

/** The body of the save: the ids by kind. */
export const bodyOf = (applied: Services): Record<Kind, number[]> => ({
  DIAGNOSTICS: applied.DIAGNOSTICS.map(({ id }) => id),
  REPAIRS: applied.REPAIRS.map(({ id }) => id),
  PARTS: applied.PARTS.map(({ id }) => id),
});
