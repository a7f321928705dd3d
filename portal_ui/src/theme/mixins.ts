import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';

/** The theme as the looks of components read it. */
export type MixinTheme = Omit<Theme, 'components' | 'palette'> & CssVarsTheme;

/** Looks and default props of components, as the theme takes them. Named as MixinTheme the compiler takes minutes. */
export type ThemeComponents = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

/** What is touched is larger than what is clicked. */
export const touch = '@media (pointer: coarse)';

/** The tile of a picture: in dark, line art is light on it, and photos stay as they are. */
export const pictureTile = (theme: Pick<Theme, 'portal' | 'status' | 'applyStyles'>) => ({
  backgroundColor: theme.portal.sunk,
  ...theme.applyStyles('dark', {
    backgroundColor: theme.status.idle.ground,
    '& img[data-drawing]': { filter: theme.portal.drawingFilter },
  }),
});

/** What lies above the page: dialogs, menus, lists of choices. */
export const raised = (theme: MixinTheme) => ({
  borderRadius: theme.portal.cardRadius,
  border: `1px solid ${theme.vars.palette.divider}`,
  boxShadow: theme.portal.popShadow,
});
