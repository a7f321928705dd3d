import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The task at the left, what it is about at the right; below one another where it is narrow. */
export function TwoColumns({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        paddingInline: 2,
        paddingBlock: 1,
        paddingBottom: 3,
        gridTemplateColumns: aside ? { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' } : 'minmax(0, 1fr)',
      }}
    >
      <Box sx={{ minWidth: 0, maxWidth: 720 }}>{children}</Box>
      {aside && (
        <Box
          sx={(theme) => ({
            borderInlineStart: { lg: `1px solid ${theme.vars.palette.divider}` },
            borderTop: { xs: `1px solid ${theme.vars.palette.divider}`, lg: 0 },
            paddingInlineStart: { lg: 3 },
            paddingTop: { xs: 3, lg: 0 },
          })}
        >
          {aside}
        </Box>
      )}
    </Box>
  );
}
