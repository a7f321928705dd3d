import { useNotify, useTranslate } from 'ra-core';

/** Says that something is done, in words which the place of notices does not know itself. */
export function useNotifySuccess(): (key: string, values?: Record<string, string>) => void {
  const translate = useTranslate();
  const notify = useNotify();
  return (key, values = {}) => {
    const words = translate(key, values);
    notify(words, { type: 'success', messageArgs: { _: words } });
  };
}
