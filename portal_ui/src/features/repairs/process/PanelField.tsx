import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface PanelFieldProps {
  label: string;
  children: ReactNode;
}

/**
 * Labeled field in the detail panel, 40 px high.
 * The visible label is hidden from screen readers because the input's accessible name includes it.
 */
export function PanelField({ label, children }: PanelFieldProps) {
  return (
    <Box sx={{ minWidth: 0, marginTop: 1.5, '& .MuiInputBase-root': { minHeight: 40 } }}>
      <Typography aria-hidden variant="subtitle2" component="div" sx={{ marginBottom: 0.75 }}>
        {label}
      </Typography>
      {children}
    </Box>
  );
}
