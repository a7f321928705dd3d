import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

/**
 * Whether a list is shown as cards: on phones, and on tablets upright, where a table would hide its main columns. Paper
 * is as narrow, but has the table.
 */
export const useIsNarrow = () =>
  useMediaQuery<Theme>((theme) => theme.breakpoints.down('md').replace('@media', 'screen and'));
