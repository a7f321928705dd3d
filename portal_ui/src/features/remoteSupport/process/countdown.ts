import { useEffect, useRef, useState } from 'react';

const TICK_MS = 1_000;

/** Return the whole seconds left of `secondsLeft` after `elapsed` milliseconds. */
export const getSecondsLeft = (secondsLeft: number, elapsed: number): number =>
  Math.max(0, Math.ceil(secondsLeft - elapsed / TICK_MS));

/** Format seconds as "59:07", or "1:00:00" from an hour on. */
export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const tail = `${pad(minutes % 60)}:${pad(seconds % 60)}`;
  return minutes < 60 ? tail : `${Math.floor(minutes / 60)}:${tail}`;
}

/**
 * Count down the seconds left once a second; call `onEnd` once at zero. `since` is the time of the response on the
 * browser's monotonic clock, so a wrong or changed system time has no effect.
 */
export function useCountdown(secondsLeft: number, since: number, onEnd: () => void): number {
  const now = () => getSecondsLeft(secondsLeft, performance.now() - since);
  const [displayed, setDisplayed] = useState({ since, left: now() });
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  // The ended countdown, as StrictMode's second effect must not call `onEnd` again.
  const ended = useRef('');
  useEffect(() => {
    const countdown = `${secondsLeft} ${since}`;
    if (ended.current !== countdown) ended.current = '';
    if (secondsLeft <= 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      const elapsed = performance.now() - since;
      const left = getSecondsLeft(secondsLeft, elapsed);
      setDisplayed({ since, left });
      if (left === 0) {
        document.removeEventListener('visibilitychange', update);
        if (ended.current === countdown) return;
        ended.current = countdown;
        return end.current();
      }
      // Align the next tick to a whole second, even if this one was late.
      timer = setTimeout(update, TICK_MS - (elapsed % TICK_MS));
    };
    // Browsers throttle timers of hidden pages: update immediately when the page becomes visible.
    document.addEventListener('visibilitychange', update);
    update();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [secondsLeft, since]);
  return displayed.since === since ? displayed.left : now();
}
