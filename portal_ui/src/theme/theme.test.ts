import { getContrastRatio } from '@mui/material/styles';
import { describe, expect, it } from 'vitest';
import { theme } from './theme';

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
  });
}
