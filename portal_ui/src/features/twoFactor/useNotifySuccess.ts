import { useNotify, useTranslate } from 'ra-core';

/** Notify success in messages that the Notification component does not know itself. */
export function useNotifySuccess(): (key: string, values?: Record<string, string>) => void {
  const translate = useTranslate();
  const notify = useNotify();
  return (key, values = {}) => {
    const words = translate(key, values);
    notify(words, { type: 'success', messageArgs: { _: words } });
  };
}
