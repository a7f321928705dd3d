import { useCallback, useEffect, useRef, useState } from 'react';

/** A value that shows at once and is passed on when it has rested; a newer one from outside wins. */
export function useDebounced<T>(outside: T, wait: number, pass: (value: T) => void): [T, (value: T) => void] {
  const [value, setValue] = useState(outside);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const known = useRef(outside);
  const passOn = useRef(pass);

  useEffect(() => {
    passOn.current = pass;
  });

  useEffect(() => {
    if (known.current === outside) return;
    known.current = outside;
    clearTimeout(timer.current);
    setValue(outside);
  }, [outside]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const change = useCallback(
    (next: T) => {
      setValue(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        known.current = next;
        passOn.current(next);
      }, wait);
    },
    [wait],
  );
  return [value, change];
}
