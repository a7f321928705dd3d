import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { useProcess } from './processContext';
import { StepMark, standingKey, standingOf, useStepNote } from './StepMark';
import { HISTORY } from './tabs';
import type { ProcessStep } from './types';

export interface StepsProps {
  steps: ProcessStep[];
  open: string;
  onOpen: (key: string) => void;
  panelId: string;
}

/** The steps in order as tabs: done, current, locked, and at the end the history. */
export function StepStrip({ steps, open, onOpen, panelId }: StepsProps) {
  const translate = useTranslate();
  const closed = useProcess().record.completedAt !== null;
  return (
    <Tabs
      value={open}
      onChange={(_, key: string) => onOpen(key)}
      variant="scrollable"
      aria-label={translate('process.steps')}
      sx={{ paddingInline: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      {steps.map((step, index) => (
        <Tab
          key={step.key}
          value={step.key}
          id={`${panelId}-${step.key}`}
          aria-controls={panelId}
          aria-current={standingOf(step, closed) === 'current' ? 'step' : undefined}
          disabled={!step.enabled}
          label={<StepLabel step={step} number={index + 1} selected={step.key === open} />}
          sx={(theme) => ({
            flex: '1 0 0',
            minWidth: 84,
            justifyContent: 'flex-start',
            paddingBlock: 2,
            paddingInline: 0.5,
            '&.Mui-disabled': { opacity: 1 },
            ...(step.key === HISTORY && { borderLeft: `1px solid ${theme.vars.palette.divider}` }),
            '&::before': line(theme, 'left', steps[index - 1], step),
            '&::after': line(theme, 'right', step, steps[index + 1]),
            '&:hover': { backgroundColor: theme.portal.sunk },
            '&.Mui-focusVisible': { outlineOffset: -2 },
          })}
        />
      ))}
    </Tabs>
  );
}

/** The half of the line between two steps at one side: green where the way was gone; the history stands apart. */
function line(theme: Theme, side: 'left' | 'right', from: ProcessStep | undefined, to: ProcessStep | undefined) {
  if (!from || !to || to.key === HISTORY) return {};
  const gone = from.state === 'done' && to.state !== 'upcoming';
  return {
    content: '""',
    position: 'absolute',
    top: 26,
    [side]: 0,
    width: 'calc(50% - 11px)',
    height: 2,
    backgroundColor: gone ? theme.status.done.text : theme.vars.palette.divider,
  };
}

interface StepLabelProps {
  step: ProcessStep;
  number: number;
  selected: boolean;
}

function StepLabel({ step, number, selected }: StepLabelProps) {
  const note = useStepNote();
  const closed = useProcess().record.completedAt !== null;
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ display: 'grid', justifyItems: 'center', gap: 0.25 }}>
      <StepMark step={step} number={number} />
      <Typography
        variant="caption"
        component="span"
        sx={{
          marginTop: 0.5,
          fontWeight: 'fontWeightBold',
          color: selected ? 'primary.main' : step.enabled ? 'text.primary' : 'text.tertiary',
          hyphens: 'auto',
          overflowWrap: 'anywhere',
        }}
      >
        {step.label}
      </Typography>
      <Box component="span" sx={visuallyHidden}>
        {step.key === HISTORY ? '' : translate(standingKey(step, closed))}
      </Box>
      <Typography variant="caption" component="span" sx={{ color: 'text.tertiary' }}>
        {note(step)}
      </Typography>
    </Box>
  );
}
