/** Return a round axis maximum at or above the greatest value, and its grid lines. */
export function getNiceTicks(greatest: number): { top: number; lines: number[] } {
  const most = Math.max(greatest, 1);
  const power = 10 ** Math.floor(Math.log10(most));
  const step = Math.max(1, [0.2, 0.5, 1, 2].map((part) => part * power).find((part) => most / part <= 5) ?? power);
  const count = Math.ceil(most / step);
  return { top: count * step, lines: Array.from({ length: count + 1 }, (_, line) => line * step) };
}
