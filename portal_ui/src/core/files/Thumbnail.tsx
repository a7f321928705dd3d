import HandymanIcon from '@mui/icons-material/HandymanOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { pictureTile } from '../../theme/mixins';
import { isLineArt } from './lineArt';
import { usePreview } from './preview';

/** A picture of this page, not the server's: it is small already, and there is no larger one to open. */
const isLocal = (url: string): boolean => url.startsWith('blob:');

/** The address of the small picture of a signed image address. */
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

interface PictureProps {
  src: string | null;
  /** Whose picture it is. */
  name: string;
  size?: number;
  /** It fills its frame, whatever that cuts off. */
  crop?: boolean;
  onError?: () => void;
  /** Without it the picture is no button. */
  onOpen?: (() => void) | undefined;
  /** What stands in the place of a picture. */
  children: ReactNode;
}

/** A small picture in its frame; a button where there is a larger one to open. */
export function Picture({ src, name, size = 40, crop = false, onError, onOpen, children }: PictureProps) {
  const translate = useTranslate();
  const [isDrawing, setDrawing] = useState(false);
  const frame = (
    <Frame style={{ width: size, height: size }} data-crop={crop || undefined} aria-hidden="true">
      {src ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          data-drawing={isDrawing || undefined}
          onLoad={(event) => setDrawing(isLineArt(event.currentTarget))}
          onError={onError}
        />
      ) : (
        children
      )}
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
  /** A picture only, no button: for an option or a row that is a button itself. */
  plain?: boolean;
}

/** The picture of a part; opens large in the preview. */
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
