import Box from '@mui/material/Box';
import { Logo } from '../../core/layout/Logo';
import { LocalesMenuButton, ThemeMenuButton } from '../../core/layout/MenuButtons';

/** Header of the login and of all public pages: logo, language and theme. */
export function PublicHeader() {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: { xs: 58, md: 66 },
        paddingInline: { xs: 2, md: 7 },
        paddingTop: { md: 5 },
      }}
    >
      <Box sx={{ flex: 1 }}>
        <Logo />
      </Box>
      <LocalesMenuButton />
      <ThemeMenuButton />
    </Box>
  );
}
