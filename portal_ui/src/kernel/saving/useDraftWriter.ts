import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const DELAY = 700;

/** Writes a form's draft a moment after the last key, and at once when the form leaves the screen. */
export function useDraftWriter<T extends FieldValues>(form: UseFormReturn<T>, write: () => void, enabled = true): void {
  useEffect(() => {
    if (!enabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      write();
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(flush, DELAY);
      },
    });
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      stop();
      window.removeEventListener('pagehide', flush);
    };
  }, [form, write, enabled]);
}
