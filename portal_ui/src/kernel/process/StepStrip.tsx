import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useRef } from 'react';
import { StepMark } from './StepMark';
import { useStepNote, useStepState } from './stepWords';
import { HISTORY, neighbourStep } from './tabs';
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
  const list = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent) => {
    const next = neighbourStep(steps, open, event.key);
    if (!next) return;
    event.preventDefault();
    onOpen(next.key);
    list.current?.querySelector<HTMLElement>(`[data-step="${next.key}"]`)?.focus();
  };
  return (
    <Box
      ref={list}
      role="tablist"
      aria-label={translate('process.steps')}
      onKeyDown={walk}
      sx={{ display: 'flex', paddingInline: 1, borderBottom: 1, borderColor: 'divider', overflowX: 'auto' }}
    >
      {steps.map((step, index) => (
        <StepTab
          key={step.key}
          {...{ step, panelId }}
          number={index + 1}
          selected={step.key === open}
          first={index === 0}
          last={steps[index + 1] === undefined || steps[index + 1]?.key === HISTORY}
          reached={step.state === 'done'}
          onOpen={() => onOpen(step.key)}
        />
      ))}
    </Box>
  );
}

interface TabProps {
  step: ProcessStep;
  number: number;
  selected: boolean;
  first: boolean;
  last: boolean;
  reached: boolean;
  panelId: string;
  onOpen: () => void;
}

function StepTab({ step, number, selected, first, last, reached, panelId, onOpen }: TabProps) {
  const note = useStepNote();
  const state = useStepState();
  const history = step.key === HISTORY;
  const line = (side: 'left' | 'right') => ({
    content: '""',
    position: 'absolute',
    top: 26,
    [side]: 0,
    width: 'calc(50% - 11px)',
    height: 2,
  });
  return (
    <ButtonBase
      role="tab"
      id={`${panelId}-${step.key}`}
      data-step={step.key}
      aria-selected={selected}
      aria-controls={panelId}
      aria-disabled={!step.enabled}
      tabIndex={selected ? 0 : -1}
      onClick={() => step.enabled && onOpen()}
      sx={(theme) => ({
        position: 'relative',
        flex: '1 0 0',
        minWidth: 84,
        flexDirection: 'column',
        justifyContent: 'flex-start',
        gap: 0.25,
        paddingBlock: 2,
        paddingInline: 0.5,
        cursor: step.enabled ? 'pointer' : 'not-allowed',
        ...(history && { borderLeft: `1px solid ${theme.vars.palette.divider}` }),
        '&::before': !first && !history ? { ...line('left'), backgroundColor: theme.vars.palette.divider } : {},
        '&::after': !last && !history ? { ...line('right'), backgroundColor: theme.vars.palette.divider } : {},
        // What lies behind is green up to the mark that is reached.
        ...(reached && {
          '&::before': first ? {} : { ...line('left'), backgroundColor: theme.status.done.text },
          '&::after': last ? {} : { ...line('right'), backgroundColor: theme.status.done.text },
        }),
        ...(step.state === 'current' && {
          '&::before': first ? {} : { ...line('left'), backgroundColor: theme.status.done.text },
        }),
        ...(selected && { boxShadow: `inset 0 -2px ${theme.vars.palette.primary.main}` }),
        '&:hover': step.enabled ? { backgroundColor: theme.portal.sunk } : {},
        '&.Mui-focusVisible': { outlineOffset: -2 },
      })}
    >
      <StepMark step={step} number={number} />
      <Typography
        variant="caption"
        component="span"
        sx={{
          marginTop: 0.5,
          fontWeight: 'fontWeightBold',
          color: selected ? 'primary.main' : step.enabled ? 'text.primary' : 'text.tertiary',
          textAlign: 'center',
          hyphens: 'auto',
          overflowWrap: 'anywhere',
        }}
      >
        {step.label}
      </Typography>
      <Box component="span" sx={visuallyHidden}>
        {state(step)}
      </Box>
      <Typography variant="caption" component="span" sx={{ color: 'text.tertiary' }}>
        {note(step)}
      </Typography>
    </ButtonBase>
  );
}
