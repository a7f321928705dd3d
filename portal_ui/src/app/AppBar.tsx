import Box from '@mui/material/Box';
import { AppBar } from 'react-admin';
import { Brand } from '../core/layout/Logo';
import { LocalesMenuButton, ThemeMenuButton } from '../core/layout/MenuButtons';
import { Bell } from '../core/layout/NotificationsMenu';
import { ProfileMenu } from '../core/layout/ProfileMenu';
import { HelpButton } from '../features/help/HelpButton';
import { GlobalSearch } from '../features/search/GlobalSearch';

/** react-admin's app bar: search, language, appearance, help, what was told, and the user. */
export function Bar() {
  return (
    <AppBar
      alwaysOn
      userMenu={<ProfileMenu />}
      toolbar={
        <>
          <LocalesMenuButton />
          <ThemeMenuButton />
          <HelpButton />
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
