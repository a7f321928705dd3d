import type { Spectrum } from '../../api/spectra';
import { getNiceTicks } from '../../core/ui/niceTicks';

export const WIDTH = 1000;
export const HEIGHT = 300;
/** Baseline of the logarithmic axis, at half a count. */
const LOG_FLOOR = 0.5;

/** Grid line, at a share of the width or height. */
interface Line {
  value: number;
  share: number;
}

/** Geometry of a spectrum chart. */
export interface Drawing {
  path: string;
  verticalLines: Line[];
  upwards: Line[];
  from: number;
  to: number;
}

/** Return the channel bounds: energies if known, else channel numbers. */
export const getEdges = ({ counts, edges, width }: Spectrum): number[] =>
  edges ?? Array.from({ length: counts.length + 1 }, (_, index) => index * width);

/** Return the total of all counts, and position and count of the highest channel. */
export function summarizeSpectrum(spectrum: Spectrum): { total: number; peak: number; highest: number } {
  const bounds = getEdges(spectrum);
  let [total, at] = [0, 0];
  spectrum.counts.forEach((count, index) => {
    total += count;
    if (count > (spectrum.counts[at] ?? 0)) at = index;
  });
  return { total, peak: ((bounds[at] ?? 0) + (bounds[at + 1] ?? 0)) / 2, highest: spectrum.counts[at] ?? 0 };
}

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** Build the chart of a spectrum as an SVG step path with grid lines. */
export function buildDrawing(spectrum: Spectrum, logarithmic: boolean): Drawing {
  const bounds = getEdges(spectrum);
  const [from, to] = [bounds[0] ?? 0, bounds.at(-1) ?? 1];
  const { highest } = summarizeSpectrum(spectrum);
  const { top, lines } = logarithmic ? getDecades(highest) : getNiceTicks(highest);
  const getHeight = (count: number): number =>
    logarithmic ? Math.log(Math.max(count, LOG_FLOOR) / LOG_FLOOR) / Math.log(top / LOG_FLOOR) : count / top;
  const getX = (value: number): number => roundToTenth(((value - from) / (to - from)) * WIDTH);
  const steps = spectrum.counts.map(
    (count, index) => `V${roundToTenth((1 - getHeight(count)) * HEIGHT)}H${getX(bounds[index + 1] ?? to)}`,
  );
  return {
    path: `M0 ${HEIGHT}${steps.join('')}V${HEIGHT}Z`,
    upwards: lines.map((value) => ({ value, share: value === 0 ? 0 : getHeight(value) })),
    verticalLines: getNiceTicks(to)
      .lines.filter((value) => value >= from && value <= to)
      .map((value) => ({ value, share: (value - from) / (to - from) })),
    from,
    to,
  };
}

function getDecades(highest: number): { top: number; lines: number[] } {
  const powers = Math.max(1, Math.ceil(Math.log10(Math.max(highest, 1))));
  return { top: 10 ** powers, lines: Array.from({ length: powers + 1 }, (_, power) => 10 ** power) };
}

/** Return the channel at a share of the width. */
export function getBarAt(spectrum: Spectrum, share: number): { from: number; to: number; count: number } | null {
  const bounds = getEdges(spectrum);
  const value = (bounds[0] ?? 0) + share * ((bounds.at(-1) ?? 0) - (bounds[0] ?? 0));
  const after = bounds.findIndex((bound) => bound > value);
  const count = spectrum.counts[after - 1];
  return count === undefined ? null : { from: bounds[after - 1] ?? 0, to: bounds[after] ?? 0, count };
}
