import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { LocalesMenuButton, ThemeMenuButton } from '../../core/layout/MenuButtons';
import { PublicHeader } from './PublicHeader';

/** Public page besides the login: header and a column in the middle. */
export function PublicColumn({ maxWidth, children }: { maxWidth: number; children: ReactNode }) {
  return (
    <>
      <PublicHeader>
        <LocalesMenuButton />
        <ThemeMenuButton />
      </PublicHeader>
      <Box
        sx={{
          width: '100%',
          maxWidth,
          marginInline: 'auto',
          paddingInline: { xs: 1.5, sm: 2 },
          paddingTop: { md: 3 },
          paddingBottom: 8,
        }}
      >
        {children}
      </Box>
    </>
  );
}
