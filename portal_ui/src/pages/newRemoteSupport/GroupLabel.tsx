import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** The label of a group of choices: a legend that looks like the label of a field. */
export function GroupLabel({ required = false, children }: { required?: boolean; children: ReactNode }) {
  return (
    <Typography
      component="legend"
      variant="subtitle2"
      sx={{ padding: 0, marginBottom: 0.75, fontWeight: 'fontWeightBold' }}
    >
      {children}
      {required && (
        <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
          {' *'}
        </Box>
      )}
    </Typography>
  );
}
