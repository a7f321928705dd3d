import { type ReactNode, startTransition, useEffect, useState } from 'react';

let isPainted = false;
let resolveFirstPaint = () => {};

/** Promise of the first paint: requests that the first page does not need wait for it, to leave it the connection. */
export const firstPaint = new Promise<void>((resolve) => {
  resolveFirstPaint = resolve;
});

/** Report the first paint of the page next to it. */
export function FirstPaintReporter() {
  useEffect(
    () =>
      afterPaint(() => {
        isPainted = true;
        resolveFirstPaint();
      }),
    [],
  );
  return null;
}

interface AfterFirstPaintProps {
  children: ReactNode;
  /** What stands in their place until then. */
  meanwhile: ReactNode;
}

/**
 * Render the lower part of the first page after the first paint, so that a slow phone responds sooner. On later pages
 * both are drawn at once.
 */
export function DeferUntilFirstPaint({ children, meanwhile }: AfterFirstPaintProps) {
  const [drawn, setDrawn] = useState(isPainted);
  useEffect(() => (drawn ? undefined : afterPaint(() => startTransition(() => setDrawn(true)))), [drawn]);
  return drawn ? children : meanwhile;
}

/** Run something after the next paint, unless it is canceled before. */
function afterPaint(run: () => void): () => void {
  let timer = 0;
  const soon = () => {
    timer = window.setTimeout(run);
  };
  // A page that nobody sees is not painted.
  if (document.hidden) soon();
  const frame = document.hidden ? 0 : requestAnimationFrame(soon);
  return () => {
    cancelAnimationFrame(frame);
    window.clearTimeout(timer);
  };
}
