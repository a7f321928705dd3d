import { createTheme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import type { CSSProperties } from 'react';
import type { Tone } from '../api/types';
import { components } from './components';

type ToneColors = { text: string; background: string };

/** Additions of the portal to MUI's palette. */
type PortalColors = {
  recessed: string;
  buttonBorder: string;
  fieldBorder: string;
  edgeShadow: string;
  accentText: string;
  accentSoft: string;
  status: Record<Tone, ToneColors>;
};

declare module '@mui/material/styles' {
  interface Palette {
    portal: PortalColors;
  }
  interface PaletteOptions {
    portal?: PortalColors;
  }
  interface TypeText {
    /** Text color of the lowest contrast that still meets 4.5:1. */
    tertiary: string;
  }
  interface TypographyVariants {
    /** Style of key names and figures of a page. */
    display: CSSProperties;
  }
  interface TypographyVariantsOptions {
    display?: CSSProperties;
  }
  interface Theme {
    status: Record<Tone, ToneColors>;
    portal: typeof portalVariables;
  }
  interface ThemeOptions {
    status?: Record<Tone, ToneColors>;
    portal?: typeof portalVariables;
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    display: true;
  }
}

/** Design tokens: light, dark. */
const tokens = {
  background: ['#F6F7F9', '#111318'],
  surface: ['#FFFFFF', '#191C23'],
  recessed: ['#F0F2F5', '#14161C'],
  line: ['#E2E5EA', '#2A2F3A'],
  buttonBorder: ['#CBD1DA', '#3D4452'],
  fieldBorder: ['#7F8898', '#717B8C'],
  edgeShadow: ['rgb(10 14 24 / 0.16)', 'rgb(0 0 0 / 0.5)'],
  text: ['#171A21', '#ECEEF3'],
  text2: ['#4B5463', '#B4BBC8'],
  text3: ['#5F6878', '#8F98A8'],
  accent: ['#4B41B3', '#A9A2F7'],
  accentStrong: ['#3D3499', '#BDB7FA'],
  onAccent: ['#FFFFFF', '#15122F'],
  accentText: ['#4339A5', '#BDB7FA'],
  accentSoft: ['#ECEBFA', '#26234A'],
} as const;

const statusTokens = {
  waiting: { text: ['#8A5300', '#F2BE62'], background: ['#FFF3DC', '#3A2B0E'] },
  moving: { text: ['#0B5E94', '#7FC4F3'], background: ['#E3F1FB', '#0F2E44'] },
  done: { text: ['#1B6B3A', '#7FD39C'], background: ['#E2F4E8', '#12331F'] },
  rejected: { text: ['#AD2222', '#F59A9A'], background: ['#FDE8E8', '#401818'] },
  idle: { text: ['#4B5463', '#B4BBC8'], background: ['#ECEEF2', '#262B35'] },
} as const satisfies Record<Tone, unknown>;

/** Chart fills for both modes, with 3:1 on each surface. Not for use behind text. */
const chartFills = {
  waiting: '#C2872B',
  moving: '#4E9BCB',
  done: '#4CA46C',
  rejected: '#D87272',
  idle: '#8A94A4',
  single: '#8078D4',
  CLIENT: '#3E97A3',
  SUPERVISOR: '#B06AB3',
  SERVICE: '#8078D4',
  COURIER: '#8A94A4',
} as const;

const mapTones = <T>(create: (tone: Tone) => T) =>
  Object.fromEntries(Object.keys(statusTokens).map((tone) => [tone, create(tone as Tone)])) as Record<Tone, T>;

const light = 0;
const dark = 1;

function createPalette(mode: typeof light | typeof dark) {
  const token = (name: keyof typeof tokens) => tokens[name][mode];
  const status = mapTones((tone) => ({
    text: statusTokens[tone].text[mode],
    background: statusTokens[tone].background[mode],
  }));
  const buildColor = ({ text, background }: ToneColors) => ({
    main: text,
    light: background,
    dark: text,
    contrastText: token('surface'),
  });
  return {
    primary: {
      main: token('accent'),
      dark: token('accentStrong'),
      light: token('accentSoft'),
      contrastText: token('onAccent'),
    },
    error: buildColor(status.rejected),
    warning: buildColor(status.waiting),
    info: buildColor(status.moving),
    success: buildColor(status.done),
    background: { default: token('background'), paper: token('surface') },
    divider: token('line'),
    // Disabled icon buttons, check boxes and switches.
    action: { disabled: token('fieldBorder') },
    text: { primary: token('text'), secondary: token('text2'), tertiary: token('text3'), disabled: token('text3') },
    portal: {
      recessed: token('recessed'),
      buttonBorder: token('buttonBorder'),
      fieldBorder: token('fieldBorder'),
      edgeShadow: token('edgeShadow'),
      accentText: token('accentText'),
      accentSoft: token('accentSoft'),
      status,
    },
  };
}

const variable = (path: string) => `var(--mui-palette-portal-${path})`;
const statusVariables = mapTones((tone) => ({
  text: variable(`status-${tone}-text`),
  background: variable(`status-${tone}-background`),
}));

const portalVariables = {
  recessed: variable('recessed'),
  buttonBorder: variable('buttonBorder'),
  fieldBorder: variable('fieldBorder'),
  /** Shadow where a box can be scrolled sideways. */
  edgeShadow: variable('edgeShadow'),
  accentText: variable('accentText'),
  accentSoft: variable('accentSoft'),
  text3: 'var(--mui-palette-text-tertiary)',
  chart: chartFills,
  /** Filter for line art with a transparent background on a dark tile. */
  drawingFilter: 'invert(0.88) hue-rotate(180deg) brightness(1.25)',
  /** Filter for a screenshot of the light mode in dark mode: inverted, with the hues as before. */
  screenshotFilter: 'invert(0.9) hue-rotate(180deg)',
  /** Border radius of cards and dialogs in px. Controls use theme.shape.borderRadius. */
  cardRadius: 12,
  cardShadow: '0 1px 2px rgb(16 24 40 / 0.06), 0 2px 8px rgb(16 24 40 / 0.05)',
  popShadow: '0 8px 28px rgb(10 14 24 / 0.18)',
  navWidth: 212,
  /** Width of the collapsed navigation in px. */
  railWidth: 64,
  barHeight: 52,
};

const rem = (px: number) => `${px / 16}rem`;
const step = (size: number, line: number, weight: number) => ({
  fontSize: rem(size),
  lineHeight: `${line}px`,
  fontWeight: weight,
  letterSpacing: size >= 20 ? '-0.01em' : 0,
});

/** Theme of the portal, source of all colors, sizes and shapes. Mode: attribute of <html>. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-mode' },
  colorSchemes: { light: { palette: createPalette(light) }, dark: { palette: createPalette(dark) } },
  defaultColorScheme: 'light',
  spacing: 8,
  shape: { borderRadius: 8 },
  status: statusVariables,
  portal: portalVariables,
  sidebar: { width: portalVariables.navWidth, closedWidth: portalVariables.railWidth },
  typography: {
    fontFamily: '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", sans-serif',
    fontWeightRegular: 400,
    fontWeightMedium: 550,
    fontWeightBold: 650,
    h1: step(20, 28, 650),
    h2: step(16, 24, 650),
    h3: step(14, 20, 650),
    // Date in the toolbar of the date picker on touch screens.
    h4: step(14, 20, 550),
    // Two lines on a phone.
    h5: { ...step(32, 40, 650), '@media (max-width: 599.95px)': step(27, 34, 650) },
    h6: step(15, 24, 400),
    display: step(26, 32, 650),
    subtitle1: step(14, 20, 550),
    subtitle2: step(13, 18, 550),
    body1: step(14, 20, 400),
    body2: step(13, 18, 400),
    caption: step(12, 16, 400),
    button: { ...step(14, 20, 550), textTransform: 'none' },
  },
  components,
});
