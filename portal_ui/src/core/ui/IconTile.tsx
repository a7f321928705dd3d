import type { SvgIconComponent } from '@mui/icons-material';
import Box from '@mui/material/Box';

interface IconTileProps {
  icon: SvgIconComponent;
  size: number;
  iconSize: number;
  /** Accent for actions, idle for events, quiet if the text is more important. */
  variant?: 'accent' | 'idle' | 'quiet';
  isRound?: boolean;
}

/** Icon on a colored background, before the text of an entry. */
export function IconTile({ icon: Icon, size, iconSize, variant = 'accent', isRound = false }: IconTileProps) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={(theme) => {
        const [color, backgroundColor] = {
          accent: [theme.portal.accentText, theme.portal.accentSoft],
          idle: [theme.status.idle.text, theme.status.idle.background],
          quiet: [theme.vars.palette.text.secondary, theme.portal.recessed],
        }[variant];
        return {
          flexShrink: 0,
          display: 'grid',
          placeItems: 'center',
          width: size,
          height: size,
          borderRadius: isRound ? '50%' : 1,
          ...{ color, backgroundColor },
          '& svg': { fontSize: iconSize },
        };
      }}
    >
      <Icon />
    </Box>
  );
}
