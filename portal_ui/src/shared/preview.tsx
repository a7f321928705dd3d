import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from 'react';
import type { PreviewImage } from './PreviewDialog';

const PreviewDialog = lazy(() => import('./PreviewDialog'));

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
  const [images, setImages] = useState<readonly PreviewImage[]>([]);
  const [index, setIndex] = useState(0);
  const [open, setOpen] = useState(false);
  const preview = useMemo<Preview>(
    () => ({
      open: (shown, at = 0) => {
        setImages(Array.isArray(shown) ? shown : [shown as PreviewImage]);
        setIndex(at);
        setOpen(true);
      },
    }),
    [],
  );
  const step = useCallback(
    (by: number) => setIndex((now) => (now + by + images.length) % images.length),
    [images.length],
  );
  return (
    <PreviewContext.Provider value={preview}>
      {children}
      {images.length > 0 && (
        <Suspense fallback={null}>
          <PreviewDialog
            open={open}
            image={images[index]}
            series={images.length}
            {...{ index, step }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </PreviewContext.Provider>
  );
}
