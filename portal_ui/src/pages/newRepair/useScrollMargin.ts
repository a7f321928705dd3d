import { type RefObject, useLayoutEffect, useState } from 'react';

/** How far below the top of the document an element begins, kept right when what is above it grows or shrinks. */
export function useScrollMargin(element: RefObject<HTMLElement | null>): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box) setMargin(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    const parent = element.current?.parentElement;
    for (const sibling of parent?.children ?? []) if (sibling !== element.current) observer.observe(sibling);
    return () => observer.disconnect();
  }, [element]);
  return margin;
}
