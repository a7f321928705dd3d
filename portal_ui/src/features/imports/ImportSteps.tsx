import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { Run, RunState } from '../../api/imports';
import { StepCircle } from '../../core/ui/StepCircle';

const steps = ['file', 'columns', 'review', 'done'] as const;

const stepIndexByState: Record<RunState, number> = {
  READING: 0,
  COLUMNS: 1,
  CHECKING: 1,
  REVIEW: 2,
  WRITING: 3,
  DONE: 4,
  UNDOING: 4,
  UNDONE: 4,
  FAILED: -1,
  CANCELLED: -1,
};

type Props = { run: Run; atColumns: boolean; isPhone: boolean };

/** Stepper of an import; on a phone only the current step. */
export function ImportSteps({ run, atColumns, isPhone }: Props) {
  const translate = useTranslate();
  const stepIndex = atColumns ? 1 : stepIndexByState[run.state];
  if (stepIndex < 0) return null;
  const current = Math.min(stepIndex, steps.length - 1);
  if (isPhone) {
    return (
      <Typography variant="subtitle2" component="p" sx={{ color: 'text.secondary' }}>
        {translate('imports.stepOf', {
          number: current + 1,
          all: steps.length,
          name: translate(`imports.step.${steps[current] ?? 'file'}`),
        })}
      </Typography>
    );
  }
  return (
    <Stepper activeStep={stepIndex} connector={null} aria-label={translate('imports.steps')} sx={{ gap: 1 }}>
      {steps.map((step, index) => (
        <Step key={step} aria-current={index === current ? 'step' : undefined}>
          <StepLabel
            icon={
              <StepCircle
                state={index < stepIndex ? 'done' : index === current ? 'current' : 'upcoming'}
                number={index + 1}
              />
            }
          >
            {translate(`imports.step.${step}`)}
          </StepLabel>
        </Step>
      ))}
    </Stepper>
  );
}
