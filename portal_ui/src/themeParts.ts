import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';

/** Looks and default props of components, as the theme takes them. */
export type Parts = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

/** What is touched is larger than what is clicked. */
export const touch = '@media (pointer: coarse)';
