import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { FileIcon } from './FileIcon';

type FileRowProps = {
  name: string;
  thumbUrl: string | null;
  /** The quiet line under the name: size and type, progress, or what went wrong. */
  detail: ReactNode;
  failed?: boolean;
  /** Below the text, the row's full width. */
  below?: ReactNode;
  actions?: ReactNode;
  /** Opens the picture; without it the thumbnail is no button. */
  onPreview?: (() => void) | undefined;
  previewLabel?: string;
};

/** One file of a list: picture or type, name, a detail line, what can be done with it. */
export function FileRow({ name, thumbUrl, detail, failed, below, actions, onPreview, previewLabel }: FileRowProps) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 56, py: 1 }}>
      <FileIcon name={name} thumbUrl={thumbUrl} onClick={onPreview} label={previewLabel} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle1" component="div" noWrap title={name}>
          {name}
        </Typography>
        <Typography variant="body2" sx={{ color: failed ? 'error.main' : 'text.tertiary' }}>
          {detail}
        </Typography>
        {below}
      </Box>
      <Box sx={{ display: 'flex', flexShrink: 0 }}>{actions}</Box>
    </Box>
  );
}
