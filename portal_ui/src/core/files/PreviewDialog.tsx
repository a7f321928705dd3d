import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useId, useState } from 'react';

export type PreviewImage = { src: string; name: string };

export type PreviewSeries = { images: readonly PreviewImage[]; first: number };

/** Lightbox with the images of a series. */
export default function PreviewDialog({ images, first, onClose }: PreviewSeries & { onClose: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  const [index, setIndex] = useState(first);
  const total = images.length;
  const image = images[index];
  const step = (by: number) => setIndex((index + by + total) % total);
  const turn = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  };
  if (!image) return null;
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby={titleId} onKeyDown={turn}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, padding: 1, paddingLeft: 2 }}>
        <Typography id={titleId} variant="h3" component="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {image.name}
        </Typography>
        {total > 1 && (
          <>
            <IconButton aria-label={translate('shared.previous')} onClick={() => step(-1)}>
              <ChevronLeftIcon />
            </IconButton>
            <Typography variant="body2">{translate('shared.ofTotal', { number: index + 1, total })}</Typography>
            <IconButton aria-label={translate('shared.next')} onClick={() => step(1)}>
              <ChevronRightIcon />
            </IconButton>
          </>
        )}
        <IconButton aria-label={translate('shared.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <PreviewPicture key={image.src} image={image} />
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
        backgroundColor: theme.portal.recessed,
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
