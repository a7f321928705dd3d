import { getContrastRatio } from '@mui/material/styles';
import { describe, expect, it } from 'vitest';
import { theme } from './theme';

/** Minimum contrast of controls and their states (WCAG 1.4.11). */
const least = 3;

for (const mode of ['light', 'dark'] as const) {
  describe(`in ${mode}`, () => {
    const { palette } = theme.colorSchemes[mode] ?? {};
    if (!palette) throw new Error(`no ${mode}`);
    const { portal, background, text, primary, error } = palette;
    const grounds = {
      page: background.default,
      paper: background.paper,
      sunk: portal.sunk,
      'ground of a marked row': portal.accentSoft,
    };
    const marks = {
      'the border of a field, a box or a switch': portal.fieldBorder,
      'the border of a field under the pointer': text.secondary,
      'the border of a field that is wrong': error.main,
      'the ring of the focus, and what is chosen': primary.main,
      'an icon': text.secondary,
    };
    const pairs = Object.entries(marks).flatMap(([mark, color]) =>
      Object.entries(grounds).map(([ground, around]) => [mark, ground, color, around] as const),
    );

    it.each(pairs)('%s has enough contrast to the %s', (_, __, color, around) => {
      expect(getContrastRatio(color, around)).toBeGreaterThanOrEqual(least);
    });

    it.each(Object.entries(portal.status))('status %s has enough contrast to all its backgrounds', (_, tone) => {
      for (const around of [tone.ground, ...Object.values(grounds)]) {
        expect(getContrastRatio(tone.text, around)).toBeGreaterThanOrEqual(least);
      }
    });

    it('the border of a selected control has enough contrast to its background', () => {
      expect(getContrastRatio(primary.main, portal.accentSoft)).toBeGreaterThanOrEqual(least);
    });

    it('text on the accent color has enough contrast', () => {
      expect(getContrastRatio(primary.contrastText, primary.main)).toBeGreaterThanOrEqual(least);
    });
  });
}
