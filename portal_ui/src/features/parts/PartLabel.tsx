import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Thumbnail } from '../../core/files/Thumbnail';

interface PartLabelProps {
  imageUrl: string | null;
  name: string;
  below: ReactNode;
  /** Its picture opens nothing. */
  plain?: boolean;
  /** Further lines. */
  children?: ReactNode;
}

/** A part as rows show it: its picture, its name in bold and a quiet line below. */
export function PartLabel({ imageUrl, name, below, plain = false, children }: PartLabelProps) {
  return (
    <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center', minWidth: 0 }}>
      <Thumbnail plain={plain} imageUrl={imageUrl} name={name} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle1" component="div" sx={{ fontWeight: 'fontWeightBold', overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.tertiary', overflowWrap: 'anywhere' }}>
          {below}
        </Typography>
        {children}
      </Box>
    </Box>
  );
}
