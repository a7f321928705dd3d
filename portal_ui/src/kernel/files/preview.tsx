import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { LazyDialog } from '../LazyDialog';
import type { PreviewImage, Series } from './PreviewDialog';

const loadDialog = () => import('./PreviewDialog');

type Preview = { open: (images: PreviewImage | readonly PreviewImage[], index?: number) => void };

const PreviewContext = createContext<Preview | null>(null);

/** Opens one image, or a series at an index, in the layout's image dialog. */
export function usePreview(): Preview {
  const preview = useContext(PreviewContext);
  if (!preview) throw new Error('usePreview is for signed-in pages');
  return preview;
}

/** Holds the image dialog of the signed-in layout. */
export function PreviewProvider({ children }: { children: ReactNode }) {
  const [series, setSeries] = useState<Series | null>(null);
  const preview = useMemo<Preview>(
    () => ({ open: (images, first = 0) => setSeries({ images: [images].flat(), first }) }),
    [],
  );
  return (
    <PreviewContext.Provider value={preview}>
      {children}
      {series && <LazyDialog load={loadDialog} {...series} onClose={() => setSeries(null)} />}
    </PreviewContext.Provider>
  );
}
