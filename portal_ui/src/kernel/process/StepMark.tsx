import CheckIcon from '@mui/icons-material/Check';
import HistoryIcon from '@mui/icons-material/History';
import Box from '@mui/material/Box';
import { useFormat } from '../../shared/format';
import { HISTORY } from './tabs';
import type { ProcessStep } from './types';

/** The small line below a step's name: when it was left, or who acts in it. */
export function useStepNote(): (step: ProcessStep) => string {
  const format = useFormat();
  return (step) => {
    if (step.key === HISTORY) return '';
    if (step.state === 'done' && step.leftAt) return format.monthAndDay(step.leftAt);
    return step.actorLabel ?? '';
  };
}

/** The round mark of a step: a number, a tick once done; History has its clock. */
export function StepMark({ step, number }: { step: ProcessStep; number: number }) {
  if (step.key === HISTORY) return <HistoryIcon aria-hidden sx={{ fontSize: 22, color: 'text.secondary' }} />;
  return (
    <Box
      aria-hidden
      sx={(theme) => ({
        ...theme.typography.caption,
        display: 'grid',
        placeItems: 'center',
        flex: 'none',
        width: 22,
        height: 22,
        borderRadius: '50%',
        border: '1px solid',
        fontWeight: theme.typography.fontWeightBold,
        ...{
          upcoming: {
            color: theme.portal.text3,
            borderColor: theme.portal.buttonBorder,
            backgroundColor: theme.vars.palette.background.paper,
          },
          done: {
            color: theme.status.done.text,
            borderColor: theme.status.done.text,
            backgroundColor: theme.status.done.ground,
          },
          current: {
            color: theme.vars.palette.primary.contrastText,
            borderColor: theme.vars.palette.primary.main,
            backgroundColor: theme.vars.palette.primary.main,
          },
        }[step.state],
      })}
    >
      {step.state === 'done' ? <CheckIcon sx={{ fontSize: 15 }} /> : number}
    </Box>
  );
}
