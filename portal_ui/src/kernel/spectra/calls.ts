import { useQuery } from '@tanstack/react-query';
import { call } from '../../server/http';
import type { components } from '../../server/schema';
import { useLanguage } from '../../shared/links';
import type { PartUse } from '../catalogue/catalogue';

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
