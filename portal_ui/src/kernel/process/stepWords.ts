import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { useLanguage } from '../../shared/links';
import { HISTORY } from './tabs';
import type { ProcessStep } from './types';

/** The small line below a step's name: when it was left, or who acts in it. */
export function useStepNote(): (step: ProcessStep) => string {
  const language = useLanguage();
  return useCallback(
    (step) => {
      if (step.key === HISTORY) return '';
      if (step.state === 'done' && step.leftAt) {
        return new Intl.DateTimeFormat(language, {
          month: 'short',
          day: 'numeric',
          timeZone: 'America/New_York',
        }).format(new Date(step.leftAt));
      }
      return step.actorLabel ?? '';
    },
    [language],
  );
}

/** What a screen reader hears beside a step's name. */
export function useStepState(): (step: ProcessStep) => string {
  const translate = useTranslate();
  return useCallback(
    (step) => (step.key === HISTORY ? '' : translate(`process.state.${step.enabled ? step.state : 'locked'}`)),
    [translate],
  );
}
