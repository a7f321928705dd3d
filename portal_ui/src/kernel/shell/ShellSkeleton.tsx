import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { PageSkeleton } from '../../shared/Skeletons';
import { Brand } from './Brand';

/** The signed-in layout before the server has said what is in it; or an error in its place. */
export function ShellSkeleton({ children }: { children?: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flex: 1 }}>
      <Box
        sx={(theme) => ({
          display: { xs: 'none', md: 'block' },
          flex: 'none',
          width: theme.portal.navWidth,
          padding: 2.5,
          backgroundColor: theme.vars.palette.background.paper,
          borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
        })}
      >
        <Brand />
        <Box sx={{ display: 'grid', gap: 2, paddingTop: 3 }}>
          {[120, 104, 112].map((width) => (
            <Skeleton key={width} height={20} width={width} />
          ))}
        </Box>
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box
          sx={(theme) => ({
            height: theme.portal.barHeight,
            backgroundColor: theme.vars.palette.background.paper,
            borderBottom: `1px solid ${theme.vars.palette.divider}`,
          })}
        />
        <Box component="main" sx={{ padding: { xs: 2, md: 3 } }}>
          {children || <PageSkeleton />}
        </Box>
      </Box>
    </Box>
  );
}
