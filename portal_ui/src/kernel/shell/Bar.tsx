import NotificationsIcon from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { AppBar } from 'react-admin';
import { badgeText, countOf, useCounters } from '../../server/counters';
import { RouterLink, usePath } from '../../shared/links';
import { GlobalSearch } from '../search/GlobalSearch';
import { Brand } from './Brand';
import { LocalesMenuButton, ThemeMenuButton } from './MenuButtons';
import { inboxPath } from './Navigation';
import { ProfileMenu } from './ProfileMenu';

/** react-admin's app bar: search, language, appearance, what waits, and the user. */
export function Bar() {
  return (
    <AppBar
      alwaysOn
      userMenu={<ProfileMenu />}
      toolbar={
        <>
          <LocalesMenuButton />
          <ThemeMenuButton />
          <Bell />
        </>
      }
    >
      <Box sx={(theme) => ({ display: { xs: 'none', md: 'block' }, width: theme.portal.navWidth - 48, flex: 'none' })}>
        <Brand />
      </Box>
      <Box sx={{ display: 'flex', flex: 1, justifyContent: { xs: 'flex-end', md: 'flex-start' } }}>
        <GlobalSearch />
      </Box>
    </AppBar>
  );
}

function Bell() {
  const translate = useTranslate();
  const path = usePath();
  const counters = useCounters();
  if (!counters) return null;
  const count = countOf(counters);
  const label = count > 0 ? translate('shell.waiting', { smart_count: count }) : translate('shell.nothingWaits');
  return (
    <IconButton component={RouterLink} to={path(inboxPath)} title={label} aria-label={label}>
      <Badge badgeContent={badgeText(count)} invisible={count === 0} color="primary" overlap="circular">
        <NotificationsIcon />
      </Badge>
    </IconButton>
  );
}
