import { type ReactNode, startTransition, useEffect, useState } from 'react';

let isPainted = false;
let resolveFirstPaint = () => {};

/** Kept once the first page is on the screen: what it does not need waits for that, since a slow line is the page's. */
export const firstPaint = new Promise<void>((resolve) => {
  resolveFirstPaint = resolve;
});

/** Stands beside a page, and tells once both are on the screen. */
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
 * The lower part of a page: drawn after the upper one has been painted where the page is the first of all, which a slow
 * phone shows, and hears its user, sooner by. On later pages both are drawn at once.
 */
export function DeferUntilFirstPaint({ children, meanwhile }: AfterFirstPaintProps) {
  const [drawn, setDrawn] = useState(isPainted);
  useEffect(() => (drawn ? undefined : afterPaint(() => startTransition(() => setDrawn(true)))), [drawn]);
  return drawn ? children : meanwhile;
}

/** Runs something once what is on the page has been painted, unless it is called off before. */
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
