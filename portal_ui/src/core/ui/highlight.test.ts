import { describe, expect, it } from 'vitest';
import { splitMatches } from './highlight';

const markMatches = (text: string, term: string) =>
  splitMatches(text, term)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('highlighted matches', () => {
  it.each([
    ['P-2026-000017', '0017', 'P-2026-00[0017]'],
    ['Border Guard, Moldova', 'guard', 'Border [Guard], Moldova'],
    ['Aduana de Córdoba', 'CORDOBA', 'Aduana de [Córdoba]'],
    ['Cordoba', 'córdoba', '[Cordoba]'],
    ['anana', 'ana', '[ana]na'],
    ['nothing of it', 'xyz', 'nothing of it'],
    ['as it is', '  ', 'as it is'],
    ['ﬁlter and ﬁlm', 'fil', '[ﬁl]ter and [ﬁl]m'],
    ['a 😀 b', 'b', 'a 😀 [b]'],
    ['KX-77 123', 'kx77-123', '[KX-77 123]'],
    ['2СН-5841', '2ch', '[2СН]-5841'],
    ['P-2026', '-', 'P-2026'],
  ])('in %s, searched for %s', (text, term, expected) => {
    expect(markMatches(text, term)).toBe(expected);
  });

  it('lose no character', () => {
    for (const term of ['a', 'o', 'é', '-']) {
      const text = 'Año 2026 – São João-é';
      expect(
        splitMatches(text, term)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }
  });
});
