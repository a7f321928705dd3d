import { createTheme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import type { Tone } from './server/types';
import { components } from './themeComponents';

type ToneColours = { text: string; ground: string };

/** What the portal adds to MUI's palette. */
type PortalColours = {
  sunk: string;
  buttonBorder: string;
  fieldBorder: string;
  accentText: string;
  accentSoft: string;
  status: Record<Tone, ToneColours>;
};

declare module '@mui/material/styles' {
  interface Palette {
    portal: PortalColours;
  }
  interface PaletteOptions {
    portal?: PortalColours;
  }
  interface TypeText {
    /** The quietest text that still has 4.5:1. */
    tertiary: string;
  }
  interface Theme {
    status: Record<Tone, ToneColours>;
    portal: typeof portalVariables;
  }
  interface ThemeOptions {
    status?: Record<Tone, ToneColours>;
    portal?: typeof portalVariables;
  }
}

const light = {
  ground: '#F6F7F9',
  surface: '#FFFFFF',
  sunk: '#F0F2F5',
  line: '#E2E5EA',
  buttonBorder: '#CBD1DA',
  fieldBorder: '#868F9F',
  text: ['#171A21', '#4B5463', '#5F6878'],
  accent: '#4B41B3',
  accentStrong: '#3D3499',
  onAccent: '#FFFFFF',
  accentText: '#4339A5',
  accentSoft: '#ECEBFA',
  status: {
    waiting: { text: '#8A5300', ground: '#FFF3DC' },
    moving: { text: '#0B5E94', ground: '#E3F1FB' },
    done: { text: '#1B6B3A', ground: '#E2F4E8' },
    rejected: { text: '#AD2222', ground: '#FDE8E8' },
    idle: { text: '#4B5463', ground: '#ECEEF2' },
  },
} as const;

const dark: Widen<typeof light> = {
  ground: '#111318',
  surface: '#191C23',
  sunk: '#14161C',
  line: '#2A2F3A',
  buttonBorder: '#3D4452',
  fieldBorder: '#717B8C',
  text: ['#ECEEF3', '#B4BBC8', '#8F98A8'],
  accent: '#A9A2F7',
  accentStrong: '#BDB7FA',
  onAccent: '#15122F',
  accentText: '#BDB7FA',
  accentSoft: '#26234A',
  status: {
    waiting: { text: '#F2BE62', ground: '#3A2B0E' },
    moving: { text: '#7FC4F3', ground: '#0F2E44' },
    done: { text: '#7FD39C', ground: '#12331F' },
    rejected: { text: '#F59A9A', ground: '#401818' },
    idle: { text: '#B4BBC8', ground: '#262B35' },
  },
};

type Widen<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widen<T[K]> };

function paletteOf(token: Widen<typeof light>) {
  const solid = (tone: Tone) => ({
    main: token.status[tone].text,
    light: token.status[tone].ground,
    dark: token.status[tone].text,
    contrastText: token.surface,
  });
  return {
    primary: { main: token.accent, dark: token.accentStrong, light: token.accentSoft, contrastText: token.onAccent },
    error: solid('rejected'),
    warning: solid('waiting'),
    info: solid('moving'),
    success: solid('done'),
    background: { default: token.ground, paper: token.surface },
    divider: token.line,
    text: { primary: token.text[0], secondary: token.text[1], tertiary: token.text[2], disabled: token.text[2] },
    portal: {
      sunk: token.sunk,
      buttonBorder: token.buttonBorder,
      fieldBorder: token.fieldBorder,
      accentText: token.accentText,
      accentSoft: token.accentSoft,
      status: token.status,
    },
  };
}

const variable = (path: string) => `var(--mui-palette-portal-${path})`;
const toneVariables = (tone: Tone): ToneColours => ({
  text: variable(`status-${tone}-text`),
  ground: variable(`status-${tone}-ground`),
});

const statusVariables: Record<Tone, ToneColours> = {
  waiting: toneVariables('waiting'),
  moving: toneVariables('moving'),
  done: toneVariables('done'),
  rejected: toneVariables('rejected'),
  idle: toneVariables('idle'),
};

const portalVariables = {
  sunk: variable('sunk'),
  buttonBorder: variable('buttonBorder'),
  fieldBorder: variable('fieldBorder'),
  accentText: variable('accentText'),
  accentSoft: variable('accentSoft'),
  text3: 'var(--mui-palette-text-tertiary)',
  /** Corners of cards and dialogs (controls use theme.shape.borderRadius). */
  cardRadius: 12,
  cardShadow: '0 1px 2px rgb(16 24 40 / 0.06), 0 2px 8px rgb(16 24 40 / 0.05)',
  popShadow: '0 8px 28px rgb(10 14 24 / 0.18)',
  navWidth: 232,
  barHeight: 56,
};

const rem = (px: number) => `${px / 16}rem`;
const step = (size: number, line: number, weight: number) => ({
  fontSize: rem(size),
  lineHeight: `${line}px`,
  fontWeight: weight,
  letterSpacing: size >= 20 ? '-0.01em' : 0,
});

/** The portal's one theme: every colour, size and shape comes from here. Mode is a class-less attribute on <html>. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-mode' },
  colorSchemes: { light: { palette: paletteOf(light) }, dark: { palette: paletteOf(dark) } },
  defaultColorScheme: 'light',
  spacing: 8,
  shape: { borderRadius: 8 },
  status: statusVariables,
  portal: portalVariables,
  sidebar: { width: portalVariables.navWidth, closedWidth: 52 },
  typography: {
    fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
    fontWeightRegular: 400,
    fontWeightMedium: 550,
    fontWeightBold: 650,
    h1: step(20, 28, 650),
    h2: step(16, 24, 650),
    h3: step(14, 20, 650),
    h4: step(14, 20, 550),
    h5: step(32, 40, 650),
    h6: step(15, 24, 400),
    subtitle1: step(14, 20, 550),
    subtitle2: step(13, 18, 550),
    body1: step(14, 20, 400),
    body2: step(13, 18, 400),
    caption: step(12, 16, 400),
    button: { ...step(14, 20, 550), textTransform: 'none' },
  },
  components,
});
