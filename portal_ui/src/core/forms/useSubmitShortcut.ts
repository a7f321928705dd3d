import { useEvent } from 'ra-core';
import { type KeyboardEvent, useEffect } from 'react';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

const isShortcut = ({ key, ctrlKey, metaKey }: Pressed): boolean => key === 'Enter' && (ctrlKey || metaKey);

/** Ctrl+Enter or Cmd+Enter inside an element submits it, also from a field of several lines. */
export const onSubmitShortcut =
  (submit: () => unknown) =>
  (event: KeyboardEvent): void => {
    if (!isShortcut(event) || event.repeat) return;
    event.preventDefault();
    submit();
  };

/** Ctrl+Enter or Cmd+Enter anywhere on the page submits it, but not from inside a dialog. */
export function useSubmitShortcut(submit: () => void): void {
  const latest = useEvent(submit);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (!isShortcut(event) || event.repeat) return;
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
      event.preventDefault();
      latest();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [latest]);
}
