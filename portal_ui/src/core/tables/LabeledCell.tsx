import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { touch } from '../../theme/mixins';

/** Cell input with a visible label, in the layout of a form field. Screen readers get the input's own label. */
export function LabeledCell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, '& .MuiInputBase-root': { minHeight: 40, [touch]: { minHeight: 44 } } }}>
      <Typography aria-hidden variant="subtitle2" sx={{ fontWeight: 'fontWeightBold', marginBottom: 0.75 }}>
        {label}
      </Typography>
      {children}
    </Box>
  );
}
