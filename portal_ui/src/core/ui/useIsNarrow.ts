import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

/**
 * Return whether lists are shown as cards: on phones and tablets in portrait. A table would hide its main columns.
 * Print is as narrow, but has the table.
 */
export const useIsNarrow = () =>
  useMediaQuery<Theme>((theme) => theme.breakpoints.down('md').replace('@media', 'screen and'));
