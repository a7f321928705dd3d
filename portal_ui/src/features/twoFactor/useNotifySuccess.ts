import { useNotify, useTranslate } from 'ra-core';

/** Return a function to notify success. The Notification component lacks these translations. */
export function useNotifySuccess(): (key: string, values?: Record<string, string>) => void {
  const translate = useTranslate();
  const notify = useNotify();
  return (key, values = {}) => {
    const words = translate(key, values);
    notify(words, { type: 'success', messageArgs: { _: words } });
  };
}
