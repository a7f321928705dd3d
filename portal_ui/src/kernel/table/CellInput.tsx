import InputBase, { type InputBaseProps } from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';

/** A bare field for cells: MUI's full text field costs too much in a table of hundreds of rows. */
export const CellInput = styled(InputBase)<InputBaseProps>(({ theme }) => ({
  ...theme.typography.body1,
  width: '100%',
  minHeight: 32,
  padding: '0 10px',
  border: `1px solid ${theme.portal.fieldBorder}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '&:hover': { borderColor: theme.vars.palette.text.secondary },
  '&.Mui-focused': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -1 },
  '&.Mui-error': { borderColor: theme.vars.palette.error.main },
  '& .MuiInputBase-input': { padding: '5px 0', height: 'auto', '&:focus-visible': { outline: 'none' } },
  '& textarea.MuiInputBase-input': {
    resize: 'none',
    fieldSizing: 'content',
    maxHeight: 92,
    minHeight: 20,
    display: 'block',
  },
  '& select.MuiInputBase-input': { cursor: 'pointer', backgroundColor: 'inherit' },
  '@media (pointer: coarse)': { minHeight: 44, fontSize: '1rem' },
}));
