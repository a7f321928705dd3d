import { type ThemeComponents, touch } from './mixins';

/** Theme of buttons and menu items. */
export const controls: ThemeComponents = {
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
      root: ({ theme }) => ({
        minHeight: 36,
        minWidth: 0,
        padding: '6px 14px',
        whiteSpace: 'nowrap',
        [touch]: { minHeight: 44 },
        // Also aria-disabled buttons, which stay clickable to lead to missing input.
        '&.Mui-disabled, &.MuiButton-colorPrimary[aria-disabled="true"]': {
          borderColor: theme.vars.palette.divider,
          backgroundColor: theme.portal.recessed,
          '&:not(.MuiButton-loading)': { color: theme.portal.text3 },
        },
      }),
      sizeSmall: { minHeight: 32, padding: '4px 10px', fontSize: '0.8125rem' },
      sizeLarge: { minHeight: 40, [touch]: { minHeight: 44 } },
      startIcon: { marginLeft: -2, '& > *:nth-of-type(1)': { fontSize: 18 } },
      endIcon: { marginRight: -4, '& > *:nth-of-type(1)': { fontSize: 18 } },
      outlined: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        borderColor: theme.portal.buttonBorder,
        '&:hover': { backgroundColor: theme.portal.recessed },
        variants: [
          { props: { color: 'primary' }, style: { borderColor: 'currentColor', color: theme.portal.accentText } },
          { props: { color: 'error' }, style: { borderColor: theme.portal.buttonBorder } },
        ],
      }),
      contained: ({ theme }) => ({
        '&.Mui-disabled, &.MuiButton-colorPrimary[aria-disabled="true"]': {
          boxShadow: `inset 0 0 0 1px ${theme.vars.palette.divider}`,
        },
      }),
      text: ({ theme }) => ({
        '&.Mui-disabled': { backgroundColor: 'transparent' },
        '&:hover': { backgroundColor: theme.portal.recessed },
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
        '&:hover': { backgroundColor: theme.portal.recessed },
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
        borderColor: theme.portal.fieldBorder,
        color: theme.vars.palette.text.primary,
        textTransform: 'none',
        whiteSpace: 'nowrap',
        backgroundColor: theme.vars.palette.background.paper,
        '&:hover': { backgroundColor: theme.portal.recessed },
        '&.Mui-selected, &.Mui-selected:hover': {
          color: theme.portal.accentText,
          backgroundColor: theme.portal.accentSoft,
          borderColor: 'currentColor',
        },
        // MUI hides the line between two buttons unless one is selected.
        '.MuiToggleButtonGroup-root > &&': {
          borderLeftColor: theme.portal.fieldBorder,
          '&.Mui-selected': { borderLeftColor: 'currentColor', zIndex: 1 },
          '&.Mui-focusVisible': { zIndex: 2 },
        },
        [touch]: { minHeight: 44 },
      }),
    },
  },
  // The order of its buttons does not concern the rest of the page, such as the sticky head of a dialog.
  MuiToggleButtonGroup: { styleOverrides: { root: { isolation: 'isolate' } } },
  MuiPaginationItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: theme.shape.borderRadius,
        '&.Mui-selected, &.Mui-selected:hover': {
          color: theme.portal.accentText,
          backgroundColor: theme.portal.accentSoft,
        },
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
};
