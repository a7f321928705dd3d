import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Column of a form page: title buttons and all cards end at one edge. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <Box sx={{ maxWidth: 'md' }}>{children}</Box>;
}
