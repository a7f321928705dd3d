import { describe, expect, it } from 'vitest';
import { buildDrawing, getBarAt, getEdges, summarizeSpectrum } from './drawing';
import { buildSpectrum } from './testing';

describe('buildDrawing', () => {
  it('has a step for each channel and starts and ends at the baseline', () => {
    expect(buildDrawing(buildSpectrum(), false).path).toBe('M0 300V300H250V297H500V0H750V299.7H1000V300Z');
  });

  it('keeps low counts visible on a logarithmic axis, with a line per power of ten', () => {
    const { path, upwards } = buildDrawing(buildSpectrum(), true);
    expect(path).toContain('V300H250'); // no count
    expect(path).toMatch(/V0H750V27\d(\.\d)?H1000/); // one count is visible
    expect(upwards.map(({ value }) => value)).toEqual([1, 10, 100, 1000]);
    expect(upwards.at(-1)?.share).toBe(1);
  });

  it('uses energies, or channels without energies', () => {
    expect(buildDrawing(buildSpectrum(), false).verticalLines.map(({ value }) => value)).toEqual([
      0, 100, 200, 300, 400,
    ]);
    const plain = buildSpectrum({ edges: null, width: 8 });
    expect(getEdges(plain)).toEqual([0, 8, 16, 24, 32]);
    expect(buildDrawing(plain, false)).toMatchObject({ from: 0, to: 32 });
  });

  it('returns the position of the highest count and the channel under the pointer', () => {
    expect(summarizeSpectrum(buildSpectrum())).toEqual({ total: 1011, peak: 250, highest: 1000 });
    expect(getBarAt(buildSpectrum(), 0.3)).toEqual({ from: 100, to: 200, count: 10 });
    expect(getBarAt(buildSpectrum(), 1.2)).toBeNull();
  });

  it('accepts a spectrum without counts', () => {
    const none = buildSpectrum({ counts: [0, 0, 0, 0] });
    for (const logarithmic of [true, false]) expect(buildDrawing(none, logarithmic).path).not.toContain('NaN');
  });
});
