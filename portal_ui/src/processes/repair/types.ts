import type { components } from '../../server/schema';

type Schemas = components['schemas'];

/** A predefined service; `value` is its price in USD. */
export type PredefinedType = Schemas['TypeAnswer'];
export type AvailableTypes = Schemas['AvailableTypes'];
/** Prices, or the chosen predefined services. */
export type Costs = Schemas['Costs'];
export type DiagnosticStatus = Schemas['Diagnosis'];
export type RepairStatus = Schemas['RepairStatus'];

/** One unit of a repair. */
export type RepairPart = Schemas['RepairPartAnswer'] & {
  /** Its place among the units of the repair; only shown. */
  rowNumber: number;
};

export type Repair = Omit<Schemas['RepairAnswer'], 'repairParts'> & { repairParts: RepairPart[] };
