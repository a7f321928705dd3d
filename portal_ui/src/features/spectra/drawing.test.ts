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

  it('places energies between the first and the last bound', () => {
    const { verticalLines, from, to } = buildDrawing(buildSpectrum({ edges: [100, 150, 200, 250, 300] }), false);
    expect([from, to]).toEqual([100, 300]);
    expect(verticalLines).toEqual([
      { value: 100, share: 0 },
      { value: 200, share: 0.5 },
      { value: 300, share: 1 },
    ]);
    const spectrum = buildSpectrum({ edges: [100, 150, 200, 250, 300] });
    expect(getBarAt(spectrum, 0)).toEqual({ from: 100, to: 150, count: 0 });
    expect(getBarAt(spectrum, 0.25)).toEqual({ from: 150, to: 200, count: 10 });
    expect(getBarAt(spectrum, -0.1)).toBeNull();
  });

  it('has the peak at the first of several equal counts', () => {
    expect(summarizeSpectrum(buildSpectrum({ counts: [0, 7, 7, 0] }))).toEqual({ total: 14, peak: 150, highest: 7 });
  });

  it('ends above the highest count on a logarithmic axis', () => {
    const getLines = (highest: number) =>
      buildDrawing(buildSpectrum({ counts: [0, highest, 0, 0] }), true).upwards.map(({ value }) => value);
    expect(getLines(1)).toEqual([1, 10]);
    expect(getLines(11)).toEqual([1, 10, 100]);
  });

  it('has no channel under the pointer at the right end', () => {
    expect(getBarAt(buildSpectrum(), 1)).toBeNull();
    expect(getBarAt(buildSpectrum(), 0.999)).toEqual({ from: 300, to: 400, count: 1 });
  });

  it('leaves out lines beyond the first and the last bound', () => {
    const { verticalLines } = buildDrawing(buildSpectrum({ edges: [50, 150, 200, 250, 390] }), false);
    expect(verticalLines.map(({ value }) => value)).toEqual([100, 200, 300]);
    expect(verticalLines[0]?.share).toBeCloseTo(50 / 340);
  });

  it('places the lines of a linear axis by their share of the top', () => {
    const { upwards } = buildDrawing(buildSpectrum(), false);
    expect(upwards[0]).toEqual({ value: 0, share: 0 });
    expect(upwards.at(-1)).toEqual({ value: 1000, share: 1 });
    const { upwards: decades } = buildDrawing(buildSpectrum(), true);
    expect(decades[0]?.share).toBeCloseTo(Math.log(2) / Math.log(2000));
  });

  it('has ten counts at the top of a logarithmic axis without counts', () => {
    const { upwards, path } = buildDrawing(buildSpectrum({ counts: [0, 0, 0, 0] }), true);
    expect(upwards.map(({ value }) => value)).toEqual([1, 10]);
    expect(path).toBe('M0 300V300H250V300H500V300H750V300H1000V300Z');
  });
});
