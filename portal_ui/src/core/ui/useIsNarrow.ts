import useMediaQuery from '@mui/material/useMediaQuery';

/**
 * Return whether lists are shown as cards: on phones and tablets in portrait. A table would hide its main columns.
 * Print is as narrow, but has the table.
 */
export const useIsNarrow = () => useMediaQuery((theme) => theme.breakpoints.down('md').replace('@media', 'screen and'));
