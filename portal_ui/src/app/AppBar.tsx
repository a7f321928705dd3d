import Box from '@mui/material/Box';
import { AppBar as RaAppBar } from 'react-admin';
import { Logo } from '../core/layout/Logo';
import { LocalesMenuButton, ThemeMenuButton } from '../core/layout/MenuButtons';
import { NotificationsMenu } from '../core/layout/NotificationsMenu';
import { ProfileMenu } from '../core/layout/ProfileMenu';
import { HelpButton } from '../features/help/HelpButton';
import { GlobalSearch } from '../features/search/GlobalSearch';

/** react-admin's app bar: search, language, appearance, help, what was told, and the user. */
export function AppBar() {
  return (
    <RaAppBar
      alwaysOn
      userMenu={<ProfileMenu />}
      toolbar={
        <>
          <LocalesMenuButton />
          <ThemeMenuButton />
          <HelpButton />
          <NotificationsMenu />
        </>
      }
    >
      <Box sx={(theme) => ({ display: { xs: 'none', md: 'block' }, width: theme.portal.navWidth - 48, flex: 'none' })}>
        <Logo />
      </Box>
      <Box sx={{ display: 'flex', flex: 1, justifyContent: { xs: 'flex-end', md: 'flex-start' } }}>
        <GlobalSearch />
      </Box>
    </RaAppBar>
  );
}
