import { useEffect } from 'react';

const attribute = 'data-mode';

/** Paper is white: while something is printed the page has its light colours, whatever is chosen for the screen. */
export function usePrintInLightMode(): void {
  useEffect(() => {
    const printing = window.matchMedia('print');
    let before: string | null = null;
    const switchMode = () => {
      const root = document.documentElement;
      if (printing.matches) {
        before = root.getAttribute(attribute);
        root.setAttribute(attribute, 'light');
      } else if (before !== null) {
        root.setAttribute(attribute, before);
        before = null;
      }
    };
    printing.addEventListener('change', switchMode);
    return () => printing.removeEventListener('change', switchMode);
  }, []);
}
