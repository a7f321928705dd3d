import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { AttachedFile } from '../../api/types';
import { LazyDialog } from '../ui/LazyDialog';
import type { PreviewImage, PreviewSeries } from './PreviewDialog';

const loadPreviewDialog = () => import('./PreviewDialog');
const loadSpectrumDialog = () => import('../../features/spectra/SpectrumDialog');

type PreviewActions = {
  open: (images: PreviewImage | readonly PreviewImage[], index?: number) => void;
  openSpectrum: (file: AttachedFile) => void;
};

const PreviewContext = createContext<PreviewActions | null>(null);

/** Return callbacks to preview one image, a series at an index, or a spectrum file. */
export function usePreview(): PreviewActions {
  const preview = useContext(PreviewContext);
  if (!preview) throw new Error('usePreview must be used within PreviewProvider');
  return preview;
}

/** Provider of the preview dialogs for logged-in pages. */
export function PreviewProvider({ children }: { children: ReactNode }) {
  const [series, setSeries] = useState<PreviewSeries | null>(null);
  const [spectrum, setSpectrum] = useState<AttachedFile | null>(null);
  const preview = useMemo<PreviewActions>(
    () => ({ open: (images, first = 0) => setSeries({ images: [images].flat(), first }), openSpectrum: setSpectrum }),
    [],
  );
  return (
    <PreviewContext.Provider value={preview}>
      {children}
      {series && <LazyDialog load={loadPreviewDialog} {...series} onClose={() => setSeries(null)} />}
      {spectrum && <LazyDialog load={loadSpectrumDialog} file={spectrum} onClose={() => setSpectrum(null)} />}
    </PreviewContext.Provider>
  );
}
