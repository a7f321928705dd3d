import type { MouseEvent, ReactNode } from 'react';
import { LocalizedLink } from '../../core/routing/links';

export type Open = (page: string) => void;

/** Link to a help page. Calls `onOpen` instead of navigating, unless a modifier key is pressed. */
export function HelpLink({ page, onOpen, children }: { page: string; onOpen?: Open | undefined; children: ReactNode }) {
  const open = (event: MouseEvent) => {
    if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(page);
  };
  return (
    <LocalizedLink to={`help/${page}`} onClick={open}>
      {children}
    </LocalizedLink>
  );
}
