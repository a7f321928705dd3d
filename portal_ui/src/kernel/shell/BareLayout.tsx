import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Start } from './Start';

/** The layout of the public pages: the page alone. */
export function BareLayout() {
  return (
    <Box component="main" sx={{ display: 'flex', flexDirection: 'column', flex: 1 }}>
      <Suspense fallback={<Start />}>
        <Outlet />
      </Suspense>
    </Box>
  );
}
