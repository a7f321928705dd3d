import { useEvent } from 'ra-core';
import { type KeyboardEvent, useEffect } from 'react';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

const isShortcut = ({ key, ctrlKey, metaKey }: Pressed): boolean => key === 'Enter' && (ctrlKey || metaKey);

/** Keyboard shortcut of submit: Ctrl+Enter or Cmd+Enter inside an element, also in a multiline field. */
export const onSubmitShortcut =
  (submit: () => unknown) =>
  (event: KeyboardEvent): void => {
    if (!isShortcut(event) || event.repeat) return;
    event.preventDefault();
    submit();
  };

/** Keyboard shortcut of submit: Ctrl+Enter or Cmd+Enter anywhere on the page, but not inside a dialog. */
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
