import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { useFormat } from '../../shared/format';
import { HISTORY } from './tabs';
import type { ProcessStep } from './types';

/** The small line below a step's name: when it was left, or who acts in it. */
export function useStepNote(): (step: ProcessStep) => string {
  const format = useFormat();
  return useCallback(
    (step) => {
      if (step.key === HISTORY) return '';
      if (step.state === 'done' && step.leftAt) {
        return format.monthAndDay(step.leftAt);
      }
      return step.actorLabel ?? '';
    },
    [format],
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
