import Box from '@mui/material/Box';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { getExtension } from './fileRules';
import { Picture } from './Thumbnail';

/** List of file rows with dividers. */
export const FileList = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));

interface FileRowProps {
  name: string;
  thumbUrl: string | null;
  /** Secondary line: size and type, progress, or error. */
  detail: ReactNode;
  failed?: boolean;
  /** Content below the detail line. */
  footer?: ReactNode;
  actions: ReactNode;
  /** Content below the row, in its full width. */
  panel?: ReactNode;
  /** Open the preview; without it the thumbnail is not a button. */
  onPreview?: (() => void) | undefined;
}

/** Row of a file: thumbnail or type, name, detail line and actions. */
export function FileRow({ name, thumbUrl, detail, failed, footer, actions, panel, onPreview }: FileRowProps) {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, minHeight: 56, py: 1 }}
    >
      <Picture crop src={thumbUrl} name={name} onOpen={onPreview}>
        {getExtension(name) || '•••'}
      </Picture>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle1" component="div" noWrap title={name}>
          {name}
        </Typography>
        <Typography variant="body2" sx={{ color: failed ? 'error.main' : 'text.tertiary' }}>
          {detail}
        </Typography>
        {footer}
      </Box>
      <Box sx={{ display: 'flex', flexShrink: 0 }}>{actions}</Box>
      {panel}
    </Box>
  );
}

interface RowActionProps extends IconButtonProps {
  /** Tooltip, and the accessible name that includes the file name. */
  title: string;
  label: string;
}

/** Icon button at the end of a file row. */
export function RowAction({ title, label, ...button }: RowActionProps) {
  return (
    <Tooltip title={title}>
      <IconButton {...button} aria-label={label} />
    </Tooltip>
  );
}
