import { getContrastRatio } from '@mui/material/styles';
import { describe, expect, it } from 'vitest';
import { theme } from './theme';

/** Minimum contrast of text (WCAG 1.4.3). */
const MIN_TEXT_CONTRAST = 4.5;
/** Minimum contrast of controls and their states (WCAG 1.4.11). */
const MIN_CONTRAST = 3;

for (const mode of ['light', 'dark'] as const) {
  describe(`in ${mode}`, () => {
    const { palette } = theme.colorSchemes[mode] ?? {};
    if (!palette) throw new Error(`no ${mode}`);
    const { portal, background, text, primary, error } = palette;
    const backgrounds = {
      page: background.default,
      paper: background.paper,
      recessed: portal.recessed,
      'background of a selected row': portal.accentSoft,
    };
    const foregrounds = {
      'the border of a field, a box or a switch': portal.fieldBorder,
      'the border of a hovered field': text.secondary,
      'the border of a field with an error': error.main,
      'the focus ring': primary.main,
      'the border of a selected control': portal.accentText,
      'an icon': text.secondary,
    };
    const pairs = Object.entries(foregrounds).flatMap(([foreground, color]) =>
      Object.entries(backgrounds).map(
        ([backgroundName, background]) => [foreground, backgroundName, color, background] as const,
      ),
    );

    it.each(pairs)('%s has enough contrast to the %s', (_, __, color, background) => {
      expect(getContrastRatio(color, background)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    });

    it.each(Object.entries(portal.status))('status %s has enough contrast to all its backgrounds', (_, tone) => {
      for (const background of [tone.background, ...Object.values(backgrounds)]) {
        expect(getContrastRatio(tone.text, background)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
    });

    it('the border of a selected control has enough contrast to its background', () => {
      expect(getContrastRatio(primary.main, portal.accentSoft)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    });

    it('text on the accent color has enough contrast', () => {
      expect(getContrastRatio(primary.contrastText, primary.main)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    });

    const { primary: main, secondary, tertiary, disabled } = text;
    const texts = { main, secondary, tertiary, disabled, accent: portal.accentText };
    it.each(Object.entries(texts))('%s text can be read on each background', (_, color) => {
      for (const background of Object.values(backgrounds)) {
        expect(getContrastRatio(color, background)).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
      }
    });

    it.each(Object.entries(portal.status))('a text with status %s can be read on its background', (_, tone) => {
      expect(getContrastRatio(tone.text, tone.background)).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
    });

    it('has text that is darker than its surfaces only in light mode', () => {
      const isLight = getContrastRatio(background.paper, '#000') > getContrastRatio(text.primary, '#000');
      expect(isLight).toBe(mode === 'light');
    });

    it('warns, informs and confirms in the tones of the statuses', () => {
      const { warning, info, success } = palette;
      expect([error.main, warning.main, info.main, success.main]).toEqual(
        (['rejected', 'waiting', 'moving', 'done'] as const).map((tone) => portal.status[tone].text),
      );
    });
  });
}

it('has the tone of its severity in an alert', () => {
  const { root } = (theme.components?.MuiAlert?.styleOverrides ?? {}) as { root: (props: object) => object };
  const { variants } = root({ theme }) as { variants: { props: { severity?: string }; style: object }[] };
  const styles = Object.fromEntries(variants.map(({ props, style }) => [props.severity ?? 'square', style]));
  for (const [severity, tone] of [
    ['error', 'rejected'],
    ['warning', 'waiting'],
    ['info', 'moving'],
    ['success', 'done'],
  ] as const) {
    expect(styles[severity]).toEqual({
      color: `var(--mui-palette-portal-status-${tone}-text)`,
      backgroundColor: `var(--mui-palette-portal-status-${tone}-background)`,
    });
  }
});

it('has variables of the current mode instead of colors of one mode', () => {
  const { recessed, buttonBorder, fieldBorder, edgeShadow, accentText, accentSoft } = theme.portal;
  expect([recessed, buttonBorder, fieldBorder, edgeShadow, accentText, accentSoft]).toEqual(
    ['recessed', 'buttonBorder', 'fieldBorder', 'edgeShadow', 'accentText', 'accentSoft'].map(
      (name) => `var(--mui-palette-portal-${name})`,
    ),
  );
});
