import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef, useState } from 'react';

// Content within this distance of the viewport is rendered.
const margin = '200px';

/**
 * Children rendered near the viewport, before printing or while the browser idles. Idle, as chunks requested on
 * printing load too late. Until then `fallback` takes their space.
 */
export function RenderWhenVisible({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const placeholder = useRef<HTMLDivElement>(null);
  const [isVisible, setVisible] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isVisible || !placeholder.current) return;
    const show = () => setVisible(true);
    const observer = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && show(), {
      rootMargin: margin,
    });
    observer.observe(placeholder.current);
    window.addEventListener('beforeprint', show);
    const idle = 'requestIdleCallback' in window ? requestIdleCallback(show) : 0;
    return () => {
      observer.disconnect();
      if (idle) cancelIdleCallback(idle);
      window.removeEventListener('beforeprint', show);
    };
  }, [isVisible]);
  return isVisible ? children : <Box ref={placeholder}>{fallback}</Box>;
}
