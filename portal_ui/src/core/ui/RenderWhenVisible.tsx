import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef, useState } from 'react';

// What is this near to the window is about to be seen.
const margin = '200px';

/**
 * Render children lazily: when they are about to be visible or printed, or the browser is idle, as what is still
 * to be loaded comes too late for the printer. Until then `fallback` keeps the place.
 */
export function RenderWhenVisible({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (seen || !place.current) return;
    const show = () => setSeen(true);
    const observer = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && show(), {
      rootMargin: margin,
    });
    observer.observe(place.current);
    window.addEventListener('beforeprint', show);
    const idle = 'requestIdleCallback' in window ? requestIdleCallback(show) : 0;
    return () => {
      observer.disconnect();
      if (idle) cancelIdleCallback(idle);
      window.removeEventListener('beforeprint', show);
    };
  }, [seen]);
  return seen ? children : <Box ref={place}>{fallback}</Box>;
}
