import { useEffect, useRef } from 'react';

type Take = (data: DataTransfer | null) => boolean;

/** Fields on screen that take pasted files, the newest last: it gets them (a dialog's before the page's). */
const takers: { current: Take }[] = [];

function onPaste(event: ClipboardEvent) {
  const taker = takers.at(-1);
  if (taker?.current(event.clipboardData)) event.preventDefault();
}

/** Hands files that are pasted anywhere on the page to `take`, while it is enabled. */
export function usePastedFiles(take: Take, enabled: boolean): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (!enabled) return;
    if (takers.length === 0) document.addEventListener('paste', onPaste);
    takers.push(latest);
    return () => {
      takers.splice(takers.indexOf(latest), 1);
      if (takers.length === 0) document.removeEventListener('paste', onPaste);
    };
  }, [enabled]);
}
