import { focusMain } from '../core/ui/focusMain';
import type { ThemeComponents } from './mixins';

const hiddenInPrint = { '@media print': { display: 'none !important' } };

/** Theme of react-admin's layout: app bar, navigation, user menu, notifications. */
export const layout: ThemeComponents = {
  RaLayout: {
    styleOverrides: {
      root: ({ theme }) => ({
        minWidth: 0,
        minHeight: '100dvh',
        // The navigation is next to the main landmark, not in it.
        '&& .RaLayout-appFrame': {
          flexDirection: 'row',
          marginTop: theme.portal.barHeight,
          '@media print': { marginTop: 0 },
        },
        '&& .RaLayout-contentWithSidebar': { minWidth: 0 },
        '&& .RaLayout-content': { minWidth: 0, padding: 0, outline: 'none' },
      }),
    },
  },
  RaSkipNavigationButton: {
    defaultProps: { onClick: focusMain },
    styleOverrides: {
      root: ({ theme }) => ({
        '&, &:hover': { color: theme.vars.palette.text.primary, backgroundColor: theme.vars.palette.background.paper },
        '&:not(:focus)': { clipPath: 'inset(50%)' },
      }),
    },
  },
  RaAppBar: {
    defaultProps: { color: 'default', elevation: 0 },
    styleOverrides: {
      root: ({ theme }) => ({
        ...hiddenInPrint,
        color: theme.vars.palette.text.primary,
        backgroundColor: theme.vars.palette.background.paper,
        borderBottom: `1px solid ${theme.vars.palette.divider}`,
        '&& .RaAppBar-toolbar': {
          minHeight: theme.portal.barHeight - 1,
          gap: 4,
          paddingInline: 8,
          [theme.breakpoints.up('md')]: { gap: 8, paddingInlineEnd: 16 },
        },
        '&& .RaAppBar-menuButton': { marginInlineEnd: 0 },
      }),
    },
  },
  RaSidebar: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...hiddenInPrint,
        '&&': { height: 'auto' },
        '&& .MuiPaper-root': {
          backgroundColor: theme.vars.palette.background.paper,
          [theme.breakpoints.up('sm')]: { height: '100%', borderInlineEnd: `1px solid ${theme.vars.palette.divider}` },
        },
        '&& .RaSidebar-fixed': {
          height: `calc(100dvh - ${theme.portal.barHeight}px)`,
          overflowY: 'auto',
        },
      }),
    },
  },
  RaMenu: {
    styleOverrides: {
      root: {
        padding: 8,
        minHeight: '100%',
        '&&': { marginTop: 0 },
        // Fits two Spanish words and a count on one line.
        '&&:lang(es)': {
          '& .RaMenuItemLink-root, & .MuiButton-text': { fontSize: '0.8125rem', letterSpacing: '-0.01em' },
          '& .RaMenuItemLink-icon, & .MuiButton-startIcon': { minWidth: 22 },
        },
        '&&:lang(es):not(.RaMenu-closed)': {
          paddingInline: 6,
          '& .RaMenuItemLink-root, & .MuiButton-text': { paddingInlineStart: 6 },
        },
        // Centers the icons of the collapsed navigation.
        '&.RaMenu-closed .RaMenuItemLink-root, &.RaMenu-closed .MuiMenuItem-root': { paddingInline: 15 },
      },
    },
  },
  RaMenuItemLink: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.subtitle1,
        '&&': { minHeight: 36 },
        marginInline: 0,
        paddingInline: '8px 4px',
        '&& .RaMenuItemLink-icon': { minWidth: 28, color: 'inherit', '& svg': { fontSize: 18 } },
        '&:hover': { backgroundColor: theme.portal.recessed },
        '&&[aria-current]': {
          color: theme.portal.accentText,
          backgroundColor: theme.portal.accentSoft,
          fontWeight: theme.typography.fontWeightBold,
        },
        '@media (pointer: coarse)': { minHeight: 44 },
      }),
    },
  },
  RaUserMenu: {
    styleOverrides: {
      root: {
        // Hides the name, which the greeting next to it contains.
        '& .RaUserMenu-userButton': { minWidth: 36, padding: 3, marginInlineStart: 0, fontSize: 0 },
        '& .RaUserMenu-userButton .MuiButton-startIcon': { margin: 0 },
        '&& .RaUserMenu-userButton .MuiAvatar-root': { fontSize: '0.75rem' },
      },
    },
  },
  RaNotification: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...hiddenInPrint,
        // Above the sticky bars at the bottom of a page.
        '&&': { bottom: 88 },
        '& .MuiSnackbarContent-root': { flexWrap: 'nowrap', maxWidth: 560, backgroundColor: theme.status.moving.text },
        '& .MuiSnackbarContent-message': {
          ...theme.typography.subtitle1,
          display: 'flex',
          alignItems: 'center',
          gap: 12,
        },
        '& .MuiSnackbarContent-action': { gap: 8 },
        '& .MuiSnackbarContent-action .MuiButtonBase-root': {
          color: 'inherit',
          borderColor: 'currentColor',
          backgroundColor: 'transparent',
        },
        '&& .RaNotification-success': {
          color: theme.vars.palette.background.paper,
          backgroundColor: theme.status.moving.text,
        },
        '&& .RaNotification-error': {
          color: theme.vars.palette.background.paper,
          backgroundColor: theme.status.rejected.text,
        },
      }),
    },
  },
};
