import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { createContext, type KeyboardEvent, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

export type PreviewImage = { src: string; name: string };

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
      <PreviewDialog
        open={open}
        image={images[index]}
        series={images.length}
        {...{ index, step }}
        onClose={() => setOpen(false)}
      />
    </PreviewContext.Provider>
  );
}

type DialogProps = {
  open: boolean;
  image: PreviewImage | undefined;
  series: number;
  index: number;
  step: (by: number) => void;
  onClose: () => void;
};

function PreviewDialog({ open, image, series, index, step, onClose }: DialogProps) {
  const translate = useTranslate();
  const turn = (event: KeyboardEvent) => {
    if (series > 1 && event.key === 'ArrowRight') step(1);
    if (series > 1 && event.key === 'ArrowLeft') step(-1);
  };
  return (
    <Dialog open={open} onClose={onClose} maxWidth="lg" fullWidth aria-label={image?.name ?? ''} onKeyDown={turn}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, padding: 1, paddingLeft: 2 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {image?.name}
        </Typography>
        {series > 1 && (
          <>
            <IconButton aria-label={translate('shared.previous')} onClick={() => step(-1)}>
              <ChevronLeftIcon />
            </IconButton>
            <Typography variant="body2">{translate('shared.ofTotal', { number: index + 1, total: series })}</Typography>
            <IconButton aria-label={translate('shared.next')} onClick={() => step(1)}>
              <ChevronRightIcon />
            </IconButton>
          </>
        )}
        <IconButton aria-label={translate('shared.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      {image && <PreviewPicture key={image.src} image={image} />}
    </Dialog>
  );
}

function PreviewPicture({ image }: { image: PreviewImage }) {
  const [failed, setFailed] = useState(false);
  const translate = useTranslate();
  return (
    <Box
      sx={(theme) => ({
        display: 'grid',
        placeItems: 'center',
        minHeight: 320,
        padding: 2,
        backgroundColor: theme.portal.sunk,
      })}
    >
      {failed ? (
        <Typography role="alert" sx={{ color: 'text.secondary' }}>
          {translate('shared.imageFailed')}
        </Typography>
      ) : (
        <Box
          component="img"
          src={image.src}
          alt={image.name}
          onError={() => setFailed(true)}
          sx={{ maxWidth: '100%', maxHeight: '75vh', objectFit: 'contain' }}
        />
      )}
    </Box>
  );
}
