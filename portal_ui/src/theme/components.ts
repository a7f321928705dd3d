import CloseIcon from '@mui/icons-material/Close';
import { createElement } from 'react';
import { controls } from './controls';
import { inputs } from './inputs';
import { layout } from './layout';
import { raised, type ThemeComponents } from './mixins';

const alertTones = [
  ['error', 'rejected'],
  ['warning', 'waiting'],
  ['info', 'moving'],
  ['success', 'done'],
] as const;

/** Theme of MUI's components; the tokens are in theme.ts. */
export const components: ThemeComponents = {
  ...controls,
  ...inputs,
  ...layout,
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { height: '100%', colorScheme: 'light', '&[data-mode="dark"]': { colorScheme: 'dark' } },
      body: { minHeight: '100%', fontFeatureSettings: '"cv11", "ss03"', overflowWrap: 'break-word' },
      '#root': { minHeight: '100dvh', display: 'flex', flexDirection: 'column' },
      ':focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
      'time, .tabular': { fontVariantNumeric: 'tabular-nums' },
      'input::placeholder, textarea::placeholder': {
        color: `${theme.vars.palette.text.tertiary} !important`,
        opacity: '1 !important',
      },
      '@media (prefers-reduced-motion: reduce)': {
        // No transitions at all: even short ones run in sequence where colors are inherited.
        '*, *::before, *::after': { animationDuration: '0.01ms !important', transition: 'none !important' },
      },
      // Quiet text and lines take the next stronger color.
      '@media (prefers-contrast: more)': {
        body: {
          '--mui-palette-text-secondary': theme.vars.palette.text.primary,
          '--mui-palette-text-tertiary': theme.vars.palette.text.primary,
          '--mui-palette-divider': theme.portal.fieldBorder,
          '--mui-palette-portal-buttonBorder': theme.portal.fieldBorder,
        },
      },
      // Forced colors remove backgrounds, so states shown only by them get an outline or a system color.
      '@media (forced-colors: active)': {
        '.Mui-selected, [aria-pressed="true"], [aria-current]:not([aria-current="false"])': {
          outline: '1px solid Highlight',
          outlineOffset: -1,
        },
        ':focus-visible, .Mui-focusVisible': { outline: '3px solid Highlight !important' },
        '.MuiSwitch-thumb, .MuiSwitch-track': { border: '1px solid ButtonText' },
        '.MuiButton-contained.MuiButton-contained, .MuiChip-root.MuiChip-root': { border: '1px solid' },
        '.MuiSwitch-switchBase.Mui-checked .MuiSwitch-thumb, .MuiTabs-indicator, .MuiLinearProgress-bar': {
          forcedColorAdjust: 'none',
          backgroundColor: 'Highlight',
        },
      },
    }),
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: theme.portal.cardRadius,
        borderColor: theme.vars.palette.divider,
        boxShadow: theme.portal.cardShadow,
      }),
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => raised(theme),
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: 32, color: 'inherit', '& svg': { fontSize: 20 } } } },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => raised(theme),
      paperWidthMd: { maxWidth: 800 },
      paperFullScreen: { borderRadius: 0, border: 0 },
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: { fontSize: '1rem', lineHeight: '24px', fontWeight: 650, padding: '20px 24px 8px' } },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px', '&:last-child': { paddingBottom: 24 } } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', gap: 8, flexWrap: 'wrap' } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ padding: '8px 12px', borderColor: theme.vars.palette.divider }),
      head: ({ theme }) => ({
        fontSize: '0.8125rem',
        lineHeight: '18px',
        fontWeight: 550,
        color: theme.portal.text3,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiTooltip: {
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: '0.75rem',
        lineHeight: '16px',
        padding: '6px 10px',
        color: theme.vars.palette.background.default,
        backgroundColor: theme.vars.palette.text.primary,
      }),
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: 'wave' },
    styleOverrides: { root: ({ theme }) => ({ backgroundColor: theme.vars.palette.divider, transform: 'none' }) },
  },
  MuiLinearProgress: { styleOverrides: { root: { height: 4, borderRadius: 4 } } },
  MuiBadge: {
    styleOverrides: { badge: { fontSize: '0.6875rem', fontWeight: 650, height: 18, minWidth: 18, padding: '0 5px' } },
  },
  // Removable values; statuses and counts have separate components.
  MuiChip: {
    defaultProps: { deleteIcon: createElement(CloseIcon) },
    styleOverrides: {
      deletable: ({ theme }) => ({
        ...theme.typography.body2,
        borderRadius: theme.shape.borderRadius,
        border: `1px solid ${theme.vars.palette.primary.main}`,
        '&, &:hover, &:focus': { color: theme.portal.accentText, backgroundColor: theme.portal.accentSoft },
      }),
      deleteIcon: { fontSize: 16, marginInlineEnd: 6, '&, &:hover': { color: 'inherit' } },
    },
  },
  MuiAvatar: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 30,
        height: 30,
        fontSize: '0.75rem',
        fontWeight: 650,
        color: theme.portal.accentText,
        backgroundColor: theme.portal.accentSoft,
      }),
    },
  },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: { root: ({ theme }) => ({ color: theme.portal.accentText, fontWeight: 550 }) },
  },
  MuiAlert: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: theme.portal.cardRadius,
        alignItems: 'center',
        '& .MuiAlert-icon': { color: 'inherit' },
        // On a phone the buttons are below the text.
        [theme.breakpoints.down('sm')]: {
          flexWrap: 'wrap',
          '& .MuiAlert-message': { flex: 1 },
          '& .MuiAlert-action': { flexBasis: '100%', justifyContent: 'flex-end', padding: 0, margin: 0 },
        },
        variants: [
          ...alertTones.map(([severity, tone]) => ({
            props: { severity },
            style: { color: theme.status[tone].text, backgroundColor: theme.status[tone].background },
          })),
          { props: { square: true }, style: { borderRadius: 0 } },
        ],
      }),
    },
  },
  MuiSnackbarContent: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: theme.portal.cardRadius,
        boxShadow: theme.portal.popShadow,
        color: theme.vars.palette.background.paper,
      }),
    },
  },
};
