import { type KeyboardEvent, useRef } from 'react';

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Many links as one stop of Tab: the arrows go from one to the next, Home and End to the ends. */
export function useRoving() {
  const group = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(group.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const step = steps[event.key];
    let to = step === undefined ? -1 : at + step;
    if (event.key === 'Home') to = 0;
    if (event.key === 'End') to = links.length - 1;
    const target = links[to];
    if (at < 0 || !target) return;
    event.preventDefault();
    for (const link of links) link.tabIndex = link === target ? 0 : -1;
    target.focus();
  };
  return { ref: group, onKeyDown };
}
