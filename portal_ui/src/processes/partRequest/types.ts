import type { components } from '../../server/schema';

type Schemas = components['schemas'];

export type PartRequest = Schemas['PartRequestAnswer'];
/** One item: a part of the catalogue, or a proposed one with its pictures. */
export type RequestedPart = Schemas['ItemAnswer'];
