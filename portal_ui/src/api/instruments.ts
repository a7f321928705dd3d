import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../core/i18n/useLanguage';
import { call } from './http';
import type { components } from './schema';

type Schemas = components['schemas'];
export type Hint = Schemas['Hint'];
type UnitHint = Schemas['UnitHint'];
export type InstrumentHistory = Schemas['InstrumentHistory'];
export type Visit = Schemas['Visit'];
export type Alias = Schemas['InstrumentMention'];

const base = '/api/v1/instruments';
const STALE_AFTER_MS = 60_000;

/** Query the history of a typed serial number; disabled while it is empty. */
export function useSerialHint(partId: number, serialNumber: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['instruments', 'known', partId, serialNumber, language],
    queryFn: ({ signal }) => call<Hint>('GET', `${base}/known`, { query: { partId, serialNumber }, signal }),
    enabled: serialNumber !== '',
    staleTime: STALE_AFTER_MS,
    retry: false, // optional information
  });
}

/** Query the history of each unit of a repair, by unit id. */
export function useRepairHints(repairId: number) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['instruments', 'of-repair', repairId, language],
    queryFn: ({ signal }) => call<UnitHint[]>('GET', `${base}/of-repair`, { query: { repairId }, signal }),
    select: indexByUnit,
    staleTime: STALE_AFTER_MS,
    retry: false,
  });
}

const indexByUnit = (hints: UnitHint[]): ReadonlyMap<number, Hint> => new Map(hints.map((hint) => [hint.unitId, hint]));

/** Query the complete history of an instrument. */
export function useInstrumentHistory(instrumentId: number) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['instruments', 'passport', instrumentId, language],
    queryFn: ({ signal }) => call<InstrumentHistory>('GET', `${base}/fetch`, { query: { instrumentId }, signal }),
  });
}
