import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { IconTile } from '../../core/ui/IconTile';
import { HelpLink, type Open } from './HelpLink';
import { getHelpIcon } from './icons';

const TILE_SIZE = 36;

interface HelpCardProps {
  name: string;
  title: string;
  /** Secondary text instead of the page's description. */
  text?: string | undefined;
  onOpen?: Open | undefined;
}

/** List item that links to a help page: icon, title and one line of text. */
export function HelpCard({ name, title, text, onOpen }: HelpCardProps) {
  const translate = useTranslate();
  return (
    <Box
      component="li"
      sx={(theme) => ({
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        gap: 1.75,
        minHeight: 68,
        paddingBlock: 1.25,
        paddingInline: 2,
        border: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: `${theme.portal.cardRadius}px`,
        backgroundColor: theme.vars.palette.background.paper,
        boxShadow: theme.portal.cardShadow,
        '&:hover': { borderColor: theme.portal.buttonBorder },
        '& a': { color: 'text.primary', fontWeight: 'fontWeightBold' },
        '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
      })}
    >
      <IconTile icon={getHelpIcon(name)} size={TILE_SIZE} iconSize={20} />
      <Box sx={{ minWidth: 0 }}>
        <HelpLink page={name} onOpen={onOpen}>
          {title}
        </HelpLink>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text ?? translate(`help.about.${name}`)}
        </Typography>
      </Box>
    </Box>
  );
}
