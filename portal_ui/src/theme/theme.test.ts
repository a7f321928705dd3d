import { getContrastRatio } from '@mui/material/styles';
import { describe, expect, it } from 'vitest';
import { theme } from './theme';

/** WCAG 1.4.11: what shows that something acts, and in which state, stands out this much from what is around it. */
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

    it.each(pairs)('%s stands out from the %s', (_, __, color, around) => {
      expect(getContrastRatio(color, around)).toBeGreaterThanOrEqual(least);
    });

    it.each(Object.entries(portal.status))('the sign of %s stands out from its ground and the page', (_, tone) => {
      for (const around of [tone.ground, ...Object.values(grounds)]) {
        expect(getContrastRatio(tone.text, around)).toBeGreaterThanOrEqual(least);
      }
    });

    it('what is chosen stands out from the ground of what is chosen', () => {
      expect(getContrastRatio(primary.main, portal.accentSoft)).toBeGreaterThanOrEqual(least);
    });

    it('what stands on the accent stands out from it', () => {
      expect(getContrastRatio(primary.contrastText, primary.main)).toBeGreaterThanOrEqual(least);
    });
  });
}
