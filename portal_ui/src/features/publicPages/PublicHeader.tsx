import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Logo } from '../../core/layout/Logo';

/** Header of the login and of all public pages: the logo, and buttons at the end. */
export function PublicHeader({ children }: { children?: ReactNode }) {
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
      {children}
    </Box>
  );
}
