import type { MouseEvent, ReactNode } from 'react';
import { LocalizedLink } from '../../core/routing/links';

export type Open = (page: string) => void;

/** A link to a page of the help: in the panel it opens there, unless another tab is asked for. */
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
