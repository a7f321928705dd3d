import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../core/i18n/useLanguage';
import { call } from './http';
import type { PartUse } from './parts';
import type { components } from './schema';

type Schemas = components['schemas'];
export type Spectra = Schemas['SpectraAnswer'];
export type Spectrum = Schemas['SpectrumAnswer'];

/** What a spectrum file tells, and which parts of a request of some kind it may be of; it never changes. */
export function useSpectra(fileId: string, kind: PartUse = 'REPAIR') {
  const language = useLanguage();
  const address = `/api/v1/files/spectra/${encodeURIComponent(fileId)}?kind=${kind}`;
  return useQuery({
    queryKey: ['spectra', fileId, kind, language],
    queryFn: ({ signal }) => call<Spectra>('GET', address, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false, // what is refused is refused again
  });
}
