import { useCallback, useEffect, useRef, useState } from 'react';

/** A value that shows at once and is passed on when it has rested; a newer one from outside wins. */
export function useDebounced<T>(outside: T, wait: number, pass: (value: T) => void): [T, (value: T) => void] {
  const [value, setValue] = useState(outside);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const passOn = useRef(pass);
  // By value: what is made anew of an unchanged address is no news.
  const known = useRef(JSON.stringify(outside));
  const latest = useRef(outside);

  useEffect(() => {
    passOn.current = pass;
    latest.current = outside;
  });

  const text = JSON.stringify(outside);
  useEffect(() => {
    if (known.current === text) return;
    known.current = text;
    clearTimeout(timer.current);
    setValue(latest.current);
  }, [text]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const change = useCallback(
    (next: T) => {
      setValue(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        known.current = JSON.stringify(next);
        passOn.current(next);
      }, wait);
    },
    [wait],
  );
  return [value, change];
}
