import HistoryIcon from '@mui/icons-material/History';
import { useTranslate } from 'ra-core';
import type { ProcessStep } from '../../api/requests';
import { useFormat } from '../i18n/format';
import { StepCircle } from '../ui/StepCircle';
import { useProcess } from './processContext';
import { HISTORY } from './tabs';

/** Return the caption of a step: its end, its party, or that a rejection made it needless. */
export function useStepNote(): (step: ProcessStep) => string {
  const format = useFormat();
  const translate = useTranslate();
  const { completedAt, process } = useProcess().record;
  const isRejected = completedAt !== null && process.steps.some(({ ending }) => ending === 'rejected');
  return (step) => {
    if (step.key === HISTORY) return '';
    if (step.ending && completedAt) return format.monthAndDay(completedAt);
    if (step.state === 'done' && step.leftAt) return format.monthAndDay(step.leftAt);
    const isReachable = getStepStateKey(step, completedAt !== null) !== 'process.state.upcoming';
    return isRejected && !isReachable ? translate('process.state.notNeeded') : (step.actorLabel ?? '');
  };
}

/** Return the state of a step. A closed request has no current step; the step in which it ended shows the outcome. */
export const getStepState = ({ state, ending }: ProcessStep, closed: boolean): ProcessStep['state'] | 'rejected' =>
  ending ?? (closed && state === 'current' ? 'upcoming' : state);

/**
 * Return the translation key of a step's state, for screen readers. An upcoming step that can be opened was skipped.
 */
export const getStepStateKey = (step: ProcessStep, closed: boolean): string => {
  const state = getStepState(step, closed);
  const isSkipped = state === 'upcoming' && step.state === 'upcoming' && step.enabled;
  return `process.state.${isSkipped ? 'skipped' : state}`;
};

/** Icon of a step: number, check mark, cross if rejected, or clock for History. */
export function StepIcon({ step, number }: { step: ProcessStep; number: number }) {
  const closed = useProcess().record.completedAt !== null;
  if (step.key === HISTORY) return <HistoryIcon aria-hidden sx={{ fontSize: 20, color: 'text.secondary' }} />;
  return <StepCircle state={getStepState(step, closed)} number={number} />;
}
