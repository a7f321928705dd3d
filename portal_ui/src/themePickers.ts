import type {} from '@mui/x-date-pickers/themeAugmentation';
import { type Parts, touch } from './themeParts';

/** Fields of dates and times look as all other fields do. */
export const pickers: Parts = {
  MuiPickersOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        padding: '0 12px',
        '&& .MuiPickersInputBase-sectionsContainer': { padding: '9px 0' },
        backgroundColor: theme.vars.palette.background.paper,
        '& .MuiPickersOutlinedInput-notchedOutline': { borderColor: theme.portal.fieldBorder },
        '&:hover .MuiPickersOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.text.secondary },
        '&.Mui-error .MuiPickersOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.error.main },
        '&.Mui-focused .MuiPickersOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.primary.main },
        '&.Mui-disabled': { backgroundColor: theme.portal.sunk },
        '& .MuiIconButton-root': { padding: 6 },
        [touch]: { minHeight: 44, fontSize: '1rem' },
      }),
      notchedOutline: { '& legend': { display: 'none' }, top: 0 },
    },
  },
};
