import { useEvent } from 'ra-core';
import { type KeyboardEvent, useEffect } from 'react';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

const isShortcut = ({ key, ctrlKey, metaKey }: Pressed): boolean => key === 'Enter' && (ctrlKey || metaKey);

/** Create a key handler to submit by Ctrl+Enter or Cmd+Enter within an element. It works in multiline fields, too. */
export const onSubmitShortcut =
  (submit: (element: Element) => unknown) =>
  (event: KeyboardEvent): void => {
    if (!isShortcut(event) || event.repeat) return;
    event.preventDefault();
    submit(event.currentTarget);
  };

/** Submit by Ctrl+Enter or Cmd+Enter anywhere on the page, except in dialogs. */
export function useSubmitShortcut(submit: () => void): void {
  const latestSubmit = useEvent(submit);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (!isShortcut(event) || event.repeat) return;
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
      event.preventDefault();
      latestSubmit();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [latestSubmit]);
}
