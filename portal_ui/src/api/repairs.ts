import { changeService, comment, type RequestEndpoint, type RequestEndpoints } from './requestEndpoints';
import type { components } from './schema';

type Schemas = components['schemas'];

export type DiagnosticStatus = Schemas['Diagnosis'];
export type RepairStatus = Schemas['RepairStatus'];

/** Unit of a repair. */
export type RepairPart = Schemas['RepairPartAnswer'] & {
  /** Position among the units of the repair, for display only. */
  rowNumber: number;
};

export type Repair = Omit<Schemas['RepairAnswer'], 'repairParts'> & { repairParts: RepairPart[] };

/** Maximum length of the problem description of a unit. */
export const MAX_PROBLEM_LENGTH = 4000;

const base = '/api/v1/repairing';

const idParam = 'repairId';

const save = (path: string): RequestEndpoint => ({ path: `${base}/${path}`, idParam });

const actions = {
  move: { path: `${base}/change/repair/status`, idParam, dataIn: 'query' },
  changeService,
  commentRequest: comment(`${base}/save/request/approval/comment`),
  commentUnit: comment(`${base}/save/part/approval/comment`),
  decideInitial: save('change/initial/status/all'),
  decideRepair: save('change/main/status/all'),
  saveShipping: save('save/shipping/data'),
  savePickUp: save('save/pick-up-shipping/data'),
  saveTransit: save('save/transit/data'),
  saveArrivals: save('save/arrivals'),
  saveDiagnosticStart: { ...save('save/diagnostic-start-date'), dataIn: 'query' },
  addUnit: save('add/repair-part'),
  deleteUnit: { method: 'DELETE', path: `${base}/delete/repair-part`, dataIn: 'query' },
  saveDiagnostics: save('save/part-in-diagnostic'),
  saveRepairs: save('update/parts/repair/data/all'),
  saveTransitBack: save('save/transit-back-shipping/data'),
} as const satisfies Record<string, RequestEndpoint>;

export type RepairAction = keyof typeof actions;

/** Number the units, so that each has the same number on tabs that omit some. */
const numberUnits = (repair: components['schemas']['RepairAnswer']) => ({
  ...repair,
  repairParts: repair.repairParts.map((unit, index) => ({ ...unit, rowNumber: index + 1 })),
});

/** Endpoints of repairs. */
export const repairs: RequestEndpoints = {
  read: { path: `${base}/fetch/repair`, idParam, normalize: (record) => numberUnits(record as never) },
  create: { path: `${base}/create` },
  actions,
  delete: { method: 'DELETE', path: `${base}/delete`, idParam },
};
