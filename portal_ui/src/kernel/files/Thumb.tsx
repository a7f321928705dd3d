import HandymanIcon from '@mui/icons-material/HandymanOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { usePreview } from '../../shared/preview';

/** A picture of this page, not the server's: it is small already, and there is no larger one to open. */
const isLocal = (url: string): boolean => url.startsWith('blob:');

/** The address of the small picture of a signed image address. */
export const withThumbSize = (url: string): string =>
  isLocal(url) ? url : `${url}${url.includes('?') ? '&' : '?'}size=thumb`;

const Frame = styled('span')(({ theme }) => ({
  flexShrink: 0,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  overflow: 'hidden',
  borderRadius: theme.shape.borderRadius,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.portal.sunk,
  color: theme.vars.palette.text.secondary,
  '& img': { width: '100%', height: '100%', objectFit: 'contain' },
  '& svg': { fontSize: '50%' },
}));

type ThumbProps = {
  imageUrl: string | null | undefined;
  name: string;
  size?: number;
  /** A picture only, no button: for an option or a row that is a button itself. */
  plain?: boolean;
};

/** The picture of a part; opens large in the preview. */
export function Thumb({ imageUrl, name, size = 40, plain = false }: ThumbProps) {
  const translate = useTranslate();
  const { open } = usePreview();
  const [broken, setBroken] = useState<string | null>(null);
  const src = imageUrl && imageUrl !== broken ? imageUrl : null;
  const frame = (
    <Frame style={{ width: size, height: size, fontSize: size }} aria-hidden="true">
      {src ? (
        <img
          src={withThumbSize(src)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <HandymanIcon />
      )}
    </Frame>
  );
  if (plain || !src || isLocal(src)) return frame;
  return (
    <ButtonBase
      onClick={() => open({ src, name })}
      aria-label={translate('files.previewOf', { name })}
      sx={{ borderRadius: 1, flexShrink: 0 }}
    >
      {frame}
    </ButtonBase>
  );
}
