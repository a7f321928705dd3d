import { useTranslate } from 'ra-core';
import { useCallback } from 'react';

/** The name of a shipping field by its path: the words of its label. */
export function useFieldLabel(): (path: string) => string {
  const translate = useTranslate();
  return useCallback((path) => translate(`shipping.field.${path.split('.').at(-1)}`, { _: '' }), [translate]);
}
