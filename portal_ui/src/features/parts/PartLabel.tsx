import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Thumbnail } from '../../core/files/Thumbnail';

interface PartLabelProps {
  imageUrl: string | null;
  name: string;
  secondary?: ReactNode;
  /** Serial number, which never wraps. */
  serial?: string | undefined;
  /** Size of the image in pixels. */
  size?: number;
  /** True to disable the preview of the image. */
  plain?: boolean;
  /** Additional lines below. */
  children?: ReactNode;
}

/** List of parts without a preview of their images. */
export function PartLabelList({ parts }: { parts: readonly (PartLabelProps & { id: number })[] }) {
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1, listStyle: 'none', margin: 0, padding: 0 }}>
      {parts.map(({ id, ...part }) => (
        <li key={id}>
          <PartLabel plain {...part} />
        </li>
      ))}
    </Box>
  );
}

/** Label of a part: image, bold name, and a line of secondary text and serial number. */
export function PartLabel({ imageUrl, name, secondary, serial, size = 40, plain = false, children }: PartLabelProps) {
  return (
    <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center', minWidth: 0 }}>
      <Thumbnail {...{ plain, imageUrl, name, size }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle1" component="div" sx={{ fontWeight: 'fontWeightBold', overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.tertiary', overflowWrap: 'anywhere' }}>
          {secondary}
          {secondary && serial && ' · '}
          {serial && (
            <Typography noWrap component="span" variant="inherit" title={serial} sx={serialStyle}>
              {serial}
            </Typography>
          )}
        </Typography>
        {children}
      </Box>
    </Box>
  );
}

/** Style of a serial number: on the line of the text before it, or whole on the next one. */
const serialStyle = { display: 'inline-block', maxWidth: '100%', verticalAlign: 'bottom' } as const;
