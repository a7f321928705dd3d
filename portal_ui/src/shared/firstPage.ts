import { useEffect } from 'react';

let tell = () => {};

/** Kept once the first page is on the screen: what it does not need waits for that, since a slow line is the page's. */
export const firstPageShown = new Promise<void>((resolve) => {
  tell = resolve;
});

/** Stands beside a page, and tells once both are on the screen. */
export function FirstPageMark() {
  useEffect(() => {
    // A page that nobody sees is not painted.
    if (document.hidden) tell();
    else requestAnimationFrame(() => setTimeout(tell));
  }, []);
  return null;
}
