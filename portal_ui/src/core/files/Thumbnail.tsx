import HandymanIcon from '@mui/icons-material/HandymanOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { pictureTile } from '../../theme/mixins';
import { isLineArt } from './lineArt';
import { usePreview } from './preview';

/** Return whether an image is a local blob, which has no larger version. */
const isLocal = (url: string): boolean => url.startsWith('blob:');

/** Return the thumbnail URL of a signed image URL. */
export const buildThumbnailUrl = (url: string): string =>
  isLocal(url) ? url : `${url}${url.includes('?') ? '&' : '?'}size=thumb`;

const Frame = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  flexShrink: 0,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  overflow: 'hidden',
  borderRadius: theme.shape.borderRadius,
  border: `1px solid ${theme.vars.palette.divider}`,
  ...pictureTile(theme),
  color: theme.vars.palette.text.secondary,
  fontWeight: 650,
  '& img': { width: '100%', height: '100%', objectFit: 'contain' },
  '&[data-crop] img': { objectFit: 'cover' },
  '& svg': { width: '50%', height: '50%' },
}));

type TileImageProps = Pick<ComponentProps<'img'>, 'src' | 'loading' | 'onError'>;

/** Image of a `pictureTile`, marked if it is line art. */
export function TileImage(props: TileImageProps) {
  const [isDrawing, setDrawing] = useState(false);
  return (
    <img
      {...props}
      alt=""
      decoding="async"
      data-drawing={isDrawing || undefined}
      onLoad={(event) => setDrawing(isLineArt(event.currentTarget))}
    />
  );
}

interface PictureProps {
  src: string | null;
  /** Name of the part or file. */
  name: string;
  size?: number;
  /** Whether the image covers its frame and is cropped. */
  crop?: boolean;
  onError?: () => void;
  /** Open the preview; without it the image is not a button. */
  onOpen?: (() => void) | undefined;
  /** Fallback if there is no image. */
  children: ReactNode;
}

/** Small image in a frame; a button if a larger one can be opened. */
export function Picture({ src, name, size = 40, crop = false, onError, onOpen, children }: PictureProps) {
  const translate = useTranslate();
  const frame = (
    <Frame style={{ width: size, height: size }} data-crop={crop || undefined} aria-hidden="true">
      {src ? <TileImage src={src} loading="lazy" onError={onError} /> : children}
    </Frame>
  );
  if (!onOpen) return frame;
  return (
    <ButtonBase
      onClick={onOpen}
      aria-label={translate('files.previewOf', { name })}
      sx={{ borderRadius: 1, flexShrink: 0 }}
    >
      {frame}
    </ButtonBase>
  );
}

interface ThumbnailProps {
  imageUrl: string | null | undefined;
  name: string;
  size?: number;
  /** Whether the image is no button, for options and rows that are buttons. */
  plain?: boolean;
}

/** Thumbnail of a part; opens the preview. */
export function Thumbnail({ imageUrl, name, size = 40, plain = false }: ThumbnailProps) {
  const { open } = usePreview();
  const [broken, setBroken] = useState<string | null>(null);
  const src = imageUrl && imageUrl !== broken ? imageUrl : null;
  const opens = src !== null && !plain && !isLocal(src);
  return (
    <Picture
      src={src && buildThumbnailUrl(src)}
      name={name}
      size={size}
      onError={() => setBroken(src)}
      onOpen={opens ? () => open({ src, name }) : undefined}
    >
      <HandymanIcon />
    </Picture>
  );
}
