import Box from '@mui/material/Box';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { getExtension } from './fileRules';
import { Picture } from './Thumbnail';

/** A list of file rows with a line between them. */
export const FileList = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));

interface FileRowProps {
  name: string;
  thumbUrl: string | null;
  /** The quiet line under the name: size and type, progress, or what went wrong. */
  detail: ReactNode;
  failed?: boolean;
  /** Below the text, the row's full width. */
  below?: ReactNode;
  actions: ReactNode;
  /** Under all of it: takes the whole width of the row. */
  panel?: ReactNode;
  /** Opens the picture; without it the thumbnail is no button. */
  onPreview?: (() => void) | undefined;
}

/** One file of a list: picture or type, name, a detail line, what can be done with it. */
export function FileRow({ name, thumbUrl, detail, failed, below, actions, panel, onPreview }: FileRowProps) {
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
        {below}
      </Box>
      <Box sx={{ display: 'flex', flexShrink: 0 }}>{actions}</Box>
      {panel}
    </Box>
  );
}

interface RowActionProps extends IconButtonProps {
  /** What it does, in a word; and the same with the name of the file. */
  title: string;
  label: string;
}

/** A button at the end of a file's row. */
export function RowAction({ title, label, ...button }: RowActionProps) {
  return (
    <Tooltip title={title}>
      <IconButton {...button} aria-label={label} />
    </Tooltip>
  );
}
