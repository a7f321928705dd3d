import MenuIcon from '@mui/icons-material/Menu';
import NotificationsIcon from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { badgeText } from '../../server/counters';
import { RouterLink, usePath } from '../../shared/links';
import { GlobalSearch } from '../search/GlobalSearch';
import { ProfileMenu } from './ProfileMenu';
import { LanguageSwitch, ModeSwitch } from './switches';

type Props = { inbox: string | null; count: number; drawer: boolean; onMenu: () => void };

/** Language, appearance, what waits, and the user; on a phone also the way to the navigation. */
export function TopBar({ inbox, count, drawer, onMenu }: Props) {
  const translate = useTranslate();
  return (
    <Box
      component="header"
      sx={(theme) => ({
        '@media print': { display: 'none !important' },
        position: 'sticky',
        top: 0,
        zIndex: theme.zIndex.appBar,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: theme.portal.barHeight,
        paddingInline: { xs: 0.5, md: 2 },
        backgroundColor: theme.vars.palette.background.paper,
        borderBottom: `1px solid ${theme.vars.palette.divider}`,
      })}
    >
      <IconButton
        aria-label={translate('shell.menu')}
        aria-expanded={drawer}
        onClick={onMenu}
        sx={{ display: { md: 'none' } }}
      >
        <MenuIcon />
      </IconButton>
      <Box sx={{ display: 'flex', flex: 1, justifyContent: { xs: 'flex-end', md: 'flex-start' } }}>
        <GlobalSearch />
      </Box>
      <LanguageSwitch />
      <ModeSwitch />
      {inbox !== null && <Bell inbox={inbox} count={count} />}
      <ProfileMenu />
    </Box>
  );
}

function Bell({ inbox, count }: { inbox: string; count: number }) {
  const translate = useTranslate();
  const path = usePath();
  const label = count > 0 ? translate('shell.waiting', { smart_count: count }) : translate('shell.nothingWaits');
  return (
    <IconButton component={RouterLink} to={path(inbox)} title={label} aria-label={label}>
      <Badge badgeContent={badgeText(count)} invisible={count === 0} color="primary" overlap="circular">
        <NotificationsIcon />
      </Badge>
    </IconButton>
  );
}
