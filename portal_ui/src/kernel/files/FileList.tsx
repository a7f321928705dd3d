import { styled } from '@mui/material/styles';

/** A list of file rows with a line between them. */
export const FileList = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
