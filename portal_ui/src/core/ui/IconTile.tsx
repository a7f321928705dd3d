import type { SvgIconComponent } from '@mui/icons-material';
import Box from '@mui/material/Box';

interface IconTileProps {
  icon: SvgIconComponent;
  size: number;
  iconSize: number;
  /** Accent for what the user can do, idle for what happened, quiet where the text says more. */
  look?: 'accent' | 'idle' | 'quiet';
  isRound?: boolean;
}

/** An icon on a ground of its own, before the text of an entry. */
export function IconTile({ icon: Icon, size, iconSize, look = 'accent', isRound = false }: IconTileProps) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={(theme) => {
        const [color, backgroundColor] = {
          accent: [theme.portal.accentText, theme.portal.accentSoft],
          idle: [theme.status.idle.text, theme.status.idle.ground],
          quiet: [theme.vars.palette.text.secondary, theme.portal.sunk],
        }[look];
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
