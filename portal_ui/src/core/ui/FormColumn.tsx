import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Maximum width in px of a form. */
export const FORM_WIDTH = 900;

/** Column of a form page: title buttons and all cards end at one edge, that of the page if it is wide. */
export function FormColumn({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  return <Box sx={isWide ? null : { maxWidth: FORM_WIDTH }}>{children}</Box>;
}
