import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useRef } from 'react';
import { useProcess } from './processContext';
import { StepMark, standingOf, useStepNote } from './StepMark';
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
          before={lineBetween(steps[index - 1], step)}
          after={lineBetween(step, steps[index + 1])}
          onOpen={() => onOpen(step.key)}
        />
      ))}
    </Box>
  );
}

type Line = 'none' | 'ahead' | 'behind';

/** The line between two steps: green where the way was gone; the history stands apart. */
function lineBetween(left: ProcessStep | undefined, right: ProcessStep | undefined): Line {
  if (!left || !right || right.key === HISTORY) return 'none';
  return left.state === 'done' && right.state !== 'upcoming' ? 'behind' : 'ahead';
}

interface TabProps {
  step: ProcessStep;
  number: number;
  selected: boolean;
  before: Line;
  after: Line;
  panelId: string;
  onOpen: () => void;
}

function StepTab({ step, number, selected, before, after, panelId, onOpen }: TabProps) {
  const note = useStepNote();
  const closed = useProcess().record.completedAt !== null;
  const translate = useTranslate();
  const history = step.key === HISTORY;
  const line = (theme: Theme, side: 'left' | 'right', kind: Line) =>
    kind === 'none'
      ? {}
      : {
          content: '""',
          position: 'absolute',
          top: 26,
          [side]: 0,
          width: 'calc(50% - 11px)',
          height: 2,
          backgroundColor: kind === 'behind' ? theme.status.done.text : theme.vars.palette.divider,
        };
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
        '&::before': line(theme, 'left', before),
        '&::after': line(theme, 'right', after),
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
        {history ? '' : translate(`process.state.${standingOf(step, closed)}`)}
      </Box>
      <Typography variant="caption" component="span" sx={{ color: 'text.tertiary' }}>
        {note(step)}
      </Typography>
    </ButtonBase>
  );
}
