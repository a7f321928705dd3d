import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A field of a unit beside the list, 40 px high: its name is seen above it, and is part of its label. */
export function PanelField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, marginTop: 1.5, '& .MuiInputBase-root': { minHeight: 40 } }}>
      <Typography aria-hidden variant="subtitle2" component="div" sx={{ marginBottom: 0.75 }}>
        {label}
      </Typography>
      {children}
    </Box>
  );
}
