import { type ReactNode, startTransition, useEffect, useState } from 'react';

let isPainted = false;
let resolveFirstPaint = () => {};

/** Promise of the first paint. Requests that the first page does not need wait for it, to leave it the bandwidth. */
export const firstPaint = new Promise<void>((resolve) => {
  resolveFirstPaint = resolve;
});

/** Component that resolves `firstPaint` after the paint of the page next to it. */
export function FirstPaintReporter() {
  useEffect(
    () =>
      runAfterPaint(() => {
        isPainted = true;
        resolveFirstPaint();
      }),
    [],
  );
  return null;
}

interface AfterFirstPaintProps {
  children: ReactNode;
  /** Fallback until then. */
  fallback: ReactNode;
}

/**
 * Lower part of the first page, rendered after the first paint. A slow phone is responsive sooner. On later pages the
 * children render immediately.
 */
export function DeferUntilFirstPaint({ children, fallback }: AfterFirstPaintProps) {
  const [isRendered, setRendered] = useState(isPainted);
  useEffect(
    () => (isRendered ? undefined : runAfterPaint(() => startTransition(() => setRendered(true)))),
    [isRendered],
  );
  return isRendered ? children : fallback;
}

/** Run a callback after the next paint. Return a function to cancel it. */
function runAfterPaint(run: () => void): () => void {
  let timer = 0;
  const startTimer = () => {
    timer = window.setTimeout(run);
  };
  // A hidden page has no animation frames.
  if (document.hidden) startTimer();
  const frame = document.hidden ? 0 : requestAnimationFrame(startTimer);
  return () => {
    cancelAnimationFrame(frame);
    window.clearTimeout(timer);
  };
}
