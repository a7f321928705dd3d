import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import type { Problems } from './rules';

/** Broken rules as sentences, by the field's path. */
export function useRuleWords(): (problems: Problems) => Record<string, string> {
  const translate = useTranslate();
  return useCallback(
    (problems) =>
      Object.fromEntries(Object.entries(problems).map(([path, rule]) => [path, translate(`shipping.rule.${rule}`)])),
    [translate],
  );
}

/** The name of a shipping field by its path: the words of its label. */
export function useFieldLabel(): (path: string) => string {
  const translate = useTranslate();
  return useCallback((path) => translate(`shipping.field.${path.split('.').at(-1)}`, { _: '' }), [translate]);
}
