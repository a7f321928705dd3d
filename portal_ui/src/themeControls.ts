import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import type { Parts } from './themeComponents';

const touch = '@media (pointer: coarse)';

/** What one clicks and types in: buttons, fields, choices. */
export const controls: Parts = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined', color: 'inherit' },
    styleOverrides: {
      root: { minHeight: 36, minWidth: 0, padding: '6px 14px', whiteSpace: 'nowrap', [touch]: { minHeight: 44 } },
      sizeSmall: { minHeight: 32, padding: '4px 10px', fontSize: '0.8125rem' },
      sizeLarge: { minHeight: 42 },
      startIcon: { marginLeft: -2, '& > *:nth-of-type(1)': { fontSize: 18 } },
      endIcon: { marginRight: -4, '& > *:nth-of-type(1)': { fontSize: 18 } },
      outlined: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        borderColor: theme.portal.buttonBorder,
        '&:hover': { backgroundColor: theme.portal.sunk },
        '&.Mui-disabled': { borderColor: theme.vars.palette.divider },
        variants: [
          { props: { color: 'primary' }, style: { borderColor: 'currentColor', color: theme.portal.accentText } },
          { props: { color: 'error' }, style: { borderColor: theme.portal.buttonBorder } },
        ],
      }),
      contained: ({ theme }) => ({
        '&.Mui-disabled': {
          backgroundColor: theme.portal.sunk,
          color: theme.portal.text3,
          boxShadow: `inset 0 0 0 1px ${theme.vars.palette.divider}`,
        },
      }),
      text: ({ theme }) => ({
        '&:hover': { backgroundColor: theme.portal.sunk },
        variants: [
          { props: { color: 'inherit' }, style: { color: theme.vars.palette.text.secondary } },
          { props: { color: 'primary' }, style: { color: theme.portal.accentText } },
        ],
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 36,
        height: 36,
        borderRadius: 8,
        color: theme.vars.palette.text.secondary,
        '&:hover': { backgroundColor: theme.portal.sunk },
        '& svg': { fontSize: 20 },
        [touch]: { width: 44, height: 44 },
      }),
      sizeSmall: { width: 28, height: 28, padding: 4, '& svg': { fontSize: 18 } },
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        padding: '6px 10px',
        borderColor: theme.portal.buttonBorder,
        color: theme.vars.palette.text.primary,
        textTransform: 'none',
        whiteSpace: 'nowrap',
        backgroundColor: theme.vars.palette.background.paper,
        '&:hover': { backgroundColor: theme.portal.sunk },
        '&.Mui-selected, &.Mui-selected:hover': {
          color: theme.portal.accentText,
          backgroundColor: theme.portal.accentSoft,
          borderColor: theme.vars.palette.primary.main,
        },
        [touch]: { minHeight: 44 },
      }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        marginInline: 6,
        borderRadius: 8,
        paddingInline: 10,
        whiteSpace: 'normal',
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: theme.portal.accentSoft,
          color: theme.portal.accentText,
        },
        [touch]: { minHeight: 44 },
      }),
    },
  },
  MuiSelect: {
    defaultProps: { IconComponent: ExpandMoreIcon },
    styleOverrides: { icon: { fontSize: 20, color: 'inherit' } },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        backgroundColor: theme.vars.palette.background.paper,
        '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.portal.fieldBorder },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.text.secondary },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.error.main },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.primary.main },
        '&.Mui-error.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.error.main },
        '&.Mui-disabled': { backgroundColor: theme.portal.sunk },
        '&.Mui-focused :focus-visible': { outline: 'none' },
        [touch]: { minHeight: 44, fontSize: '1rem' },
      }),
      sizeSmall: { minHeight: 36, '& .MuiOutlinedInput-input': { padding: '7px 10px' } },
      input: { height: 'auto', padding: '9px 12px' },
      multiline: { padding: 0 },
      notchedOutline: { '& legend': { display: 'none' }, top: 0 },
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { margin: '6px 0 0', fontSize: '0.8125rem', lineHeight: '18px' } } },
  MuiCheckbox: {
    styleOverrides: {
      root: ({ theme }) => ({ padding: 8, color: theme.portal.fieldBorder, '& svg': { fontSize: 20 } }),
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      // The input's own padding; MUI adds more in each of its variants.
      inputRoot: { padding: '0 0 0 12px', '&.MuiOutlinedInput-root .MuiAutocomplete-input': { padding: '9px 0' } },
      paper: ({ theme }) => ({
        marginTop: 4,
        borderRadius: theme.portal.cardRadius,
        border: `1px solid ${theme.vars.palette.divider}`,
        boxShadow: theme.portal.popShadow,
      }),
      listbox: { padding: 6 },
      option: ({ theme }) => ({
        minHeight: 36,
        borderRadius: theme.shape.borderRadius,
        '&&': { paddingInline: 10 },
        '&&.Mui-focused': { backgroundColor: theme.portal.sunk },
        '&&[aria-selected="true"], &&[aria-selected="true"].Mui-focused': {
          backgroundColor: theme.portal.accentSoft,
          color: theme.portal.accentText,
        },
        [touch]: { minHeight: 44 },
      }),
    },
  },
};
