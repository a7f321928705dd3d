import { useEffect, useRef, useState } from 'react';

const TICK_MS = 1_000;

/** Whole seconds that are left of `secondsLeft`, so many milliseconds after the server counted them. */
export const getSecondsLeft = (secondsLeft: number, elapsed: number): number =>
  Math.max(0, Math.ceil(secondsLeft - elapsed / TICK_MS));

/** "59:07", or "1:00:00" from an hour on. */
export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const tail = `${pad(minutes % 60)}:${pad(seconds % 60)}`;
  return minutes < 60 ? tail : `${Math.floor(minutes / 60)}:${tail}`;
}

/**
 * Counts down once a second what the server said was left, and says once when nothing is. `since` is the moment of
 * that answer on the browser's monotonic clock, so neither a wrong time of day nor a change of it matters.
 */
export function useCountdown(secondsLeft: number, since: number, onEnd: () => void): number {
  const now = () => getSecondsLeft(secondsLeft, performance.now() - since);
  const [shown, setShown] = useState({ of: since, left: now() });
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (secondsLeft <= 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const elapsed = performance.now() - since;
      const left = getSecondsLeft(secondsLeft, elapsed);
      setShown({ of: since, left });
      if (left === 0) {
        document.removeEventListener('visibilitychange', look);
        return end.current();
      }
      // The next look falls on the next whole second, however late this one came.
      timer = setTimeout(look, TICK_MS - (elapsed % TICK_MS));
    };
    // Timers of a hidden page are slow: it looks at once when it is seen again.
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [secondsLeft, since]);
  return shown.of === since ? shown.left : now();
}
