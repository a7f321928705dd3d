import Box from '@mui/material/Box';
import { AppBar } from 'react-admin';
import { HelpButton } from '../help/HelpButton';
import { GlobalSearch } from '../search/GlobalSearch';
import { Bell } from './Bell';
import { Brand } from './Brand';
import { LocalesMenuButton, ThemeMenuButton } from './MenuButtons';
import { ProfileMenu } from './ProfileMenu';

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
