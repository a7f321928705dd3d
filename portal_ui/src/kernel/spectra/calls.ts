import { useQuery } from '@tanstack/react-query';
import { call } from '../../server/http';
import type { components } from '../../server/schema';
import { useLanguage } from '../../shared/links';

type Schemas = components['schemas'];
export type Spectra = Schemas['SpectraAnswer'];
export type Spectrum = Schemas['SpectrumAnswer'];

/** What a spectrum file tells; it never changes. */
export function useSpectra(fileId: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['spectra', fileId, language],
    queryFn: ({ signal }) => call<Spectra>('GET', `/api/v1/files/spectra/${encodeURIComponent(fileId)}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false, // what is refused is refused again
  });
}
