import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import HistoryIcon from '@mui/icons-material/History';
import Box from '@mui/material/Box';
import type { ProcessStep } from '../../api/requests';
import { useFormat } from '../i18n/format';
import { useProcess } from './processContext';
import { HISTORY } from './tabs';

/** Return the caption of a step: the date it ended, else the party that acts in it. */
export function useStepNote(): (step: ProcessStep) => string {
  const format = useFormat();
  const { completedAt } = useProcess().record;
  return (step) => {
    if (step.key === HISTORY) return '';
    if (step.ending && completedAt) return format.monthAndDay(completedAt);
    if (step.state === 'done' && step.leftAt) return format.monthAndDay(step.leftAt);
    return step.actorLabel ?? '';
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
  const state = getStepState(step, closed);
  return (
    <Box
      aria-hidden
      sx={(theme) => {
        const { status, portal, vars } = theme;
        const { primary, background } = vars.palette;
        const [color, borderColor, backgroundColor] = {
          upcoming: [portal.text3, portal.buttonBorder, background.paper],
          done: [status.done.text, status.done.text, status.done.background],
          rejected: [status.rejected.text, status.rejected.text, status.rejected.background],
          current: [primary.contrastText, primary.main, primary.main],
        }[state];
        return {
          ...theme.typography.caption,
          ...{ color, borderColor, backgroundColor },
          display: 'grid',
          placeItems: 'center',
          flex: 'none',
          width: 20,
          height: 20,
          borderRadius: '50%',
          border: '1px solid',
          fontWeight: theme.typography.fontWeightBold,
        };
      }}
    >
      {state === 'done' && <CheckIcon sx={{ fontSize: 14 }} />}
      {state === 'rejected' && <CloseIcon sx={{ fontSize: 14 }} />}
      {(state === 'upcoming' || state === 'current') && number}
    </Box>
  );
}
