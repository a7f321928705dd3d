import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { extensionOf } from './fileRules';

const Frame = styled('span')(({ theme }) => ({
  width: 40,
  height: 40,
  flexShrink: 0,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  overflow: 'hidden',
  borderRadius: theme.shape.borderRadius,
  border: `1px solid ${theme.vars?.palette.divider}`,
  backgroundColor: theme.portal.sunk,
  color: theme.vars?.palette.text.secondary,
  ...theme.typography.caption,
  fontWeight: 650,
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
}));

type FileIconProps = {
  name: string;
  thumbUrl: string | null;
  onClick?: (() => void) | undefined;
  label?: string | undefined;
};

/** The picture of an image, the extension of any other file. */
export function FileIcon({ name, thumbUrl, onClick, label }: FileIconProps) {
  const inside = <Frame>{thumbUrl ? <img src={thumbUrl} alt="" loading="lazy" /> : extensionOf(name) || '•••'}</Frame>;
  if (!onClick) return <span aria-hidden="true">{inside}</span>;
  return (
    <ButtonBase onClick={onClick} aria-label={label} sx={{ borderRadius: 1 }}>
      {inside}
    </ButtonBase>
  );
}
