import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../core/i18n/useLanguage';
import { call } from './http';
import type { PartUse } from './parts';
import type { components } from './schema';

type Schemas = components['schemas'];
export type Spectra = Schemas['SpectraAnswer'];
export type Spectrum = Schemas['SpectrumAnswer'];

/** Query a spectrum file with its matching parts of a request type. It never changes. */
export function useSpectra(fileId: string, kind: PartUse = 'REPAIR') {
  const language = useLanguage();
  const address = `/api/v1/files/spectra/${encodeURIComponent(fileId)}?kind=${kind}`;
  return useQuery({
    queryKey: ['spectra', fileId, kind, language],
    queryFn: ({ signal }) => call<Spectra>('GET', address, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false, // an invalid file fails again
  });
}
