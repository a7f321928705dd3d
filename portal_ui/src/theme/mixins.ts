import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';

/** Theme as style overrides read it. */
export type MixinTheme = Omit<Theme, 'components' | 'palette'> & CssVarsTheme;

/** Style overrides and default props. With MixinTheme here, type checks take minutes. */
export type ThemeComponents = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

/** Media query of touch screens, where controls are larger. */
export const touch = '@media (pointer: coarse)';

/** Tile of an image. Dark mode inverts line art, but not photos. */
export const pictureTile = (theme: Pick<Theme, 'portal' | 'status' | 'applyStyles'>) => ({
  backgroundColor: theme.portal.recessed,
  ...theme.applyStyles('dark', {
    backgroundColor: theme.status.idle.background,
    '& img[data-drawing]': { filter: theme.portal.drawingFilter },
  }),
});

/** Shadow at the right edge of a box that scrolls: an opaque gradient scrolls along and covers it at the end. */
export const scrollShadow = (theme: Pick<Theme, 'vars' | 'portal'>, right = '0px') => {
  const { paper } = theme.vars.palette.background;
  return {
    background: [
      `linear-gradient(to left, ${paper} 40%, transparent) right ${right} top / 32px 100% no-repeat local`,
      `linear-gradient(to left, ${theme.portal.edgeShadow}, transparent) right ${right} top / 14px 100% no-repeat scroll`,
    ].join(),
  };
};

/** Surface above the page: dialogs, menus, popups. */
export const raised = (theme: MixinTheme) => ({
  borderRadius: theme.portal.cardRadius,
  border: `1px solid ${theme.vars.palette.divider}`,
  boxShadow: theme.portal.popShadow,
});
