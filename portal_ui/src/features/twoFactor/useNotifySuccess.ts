import { useNotify, useTranslate } from 'ra-core';

/** Return a function to notify success. The Notification component lacks these translations. */
export function useNotifySuccess(): (key: string, values?: Record<string, string>) => void {
  const translate = useTranslate();
  const notify = useNotify();
  return (key, values = {}) => {
    const message = translate(key, values);
    notify(message, { type: 'success', messageArgs: { _: message } });
  };
}
