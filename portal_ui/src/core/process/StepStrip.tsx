import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import type { ProcessStep } from '../../api/requests';
import { useProcess } from './processContext';
import { getStepState, getStepStateKey, StepIcon, useStepNote } from './StepIcon';
import { HISTORY } from './tabs';

export interface StepsProps {
  steps: ProcessStep[];
  open: string;
  onOpen: (key: string) => void;
  panelId: string;
}

/** Minimum viewport width in pixels for the full names of the steps. */
const FULL_NAMES_FROM = 1600;

/** Largest number of steps that begin at the left; more steps share the width. */
const MAX_SHORT = 6;

/** Steps as tabs, 48 px high, with the History tab at the end. */
export function StepStrip({ steps, open, onOpen, panelId }: StepsProps) {
  const translate = useTranslate();
  const note = useStepNote();
  const closed = useProcess().record.completedAt !== null;
  const isShort = steps.length <= MAX_SHORT;
  const hasFullNames = useMediaQuery((theme) => theme.breakpoints.up(FULL_NAMES_FROM));
  return (
    <Tabs
      value={open}
      onChange={(_, key: string) => onOpen(key)}
      variant="scrollable"
      aria-label={translate('process.steps')}
      sx={{
        minHeight: 48,
        borderBottom: 1,
        borderColor: 'divider',
        '& .MuiTabs-scrollButtons': { width: 24, '&.Mui-disabled': { width: 0 } },
      }}
    >
      {steps.map((step, index) => {
        const shortName = translate(`process.shortStep.${step.key}`, { _: step.label });
        const state = step.key === HISTORY ? '' : translate(getStepStateKey(step, closed));
        return (
          <Tab
            key={step.key}
            value={step.key}
            id={`${panelId}-${step.key}`}
            aria-controls={panelId}
            aria-current={getStepState(step, closed) === 'current' ? 'step' : undefined}
            aria-label={[getFullName(step.label, shortName), state, note(step)].filter(Boolean).join(', ')}
            title={step.label}
            disabled={!step.enabled}
            label={
              <StepLabel
                step={step}
                number={index + 1}
                name={hasFullNames ? step.label : shortName}
                note={note(step)}
                selected={step.key === open}
              />
            }
            sx={(theme) => ({
              // Tabs shrink so that all fit: long names end in an ellipsis and are complete in the title.
              flex: isShort ? '0 1 auto' : '1 1 auto',
              minWidth: 0,
              minHeight: 48,
              paddingBlock: 0.5,
              paddingInline: isShort ? 2 : 0.375,
              // Disabled tabs keep pointer events for the title with the full name.
              '&.Mui-disabled': { opacity: 1, pointerEvents: 'auto', cursor: 'default' },
              ...(step.key === HISTORY && {
                marginInlineStart: 'auto',
                borderLeft: `1px solid ${theme.vars.palette.divider}`,
              }),
              '&:hover': { backgroundColor: theme.portal.recessed },
              '&.Mui-focusVisible': { outlineOffset: -2 },
            })}
          />
        );
      })}
    </Tabs>
  );
}

/** Return the full name, with the visible name in it (WCAG 2.5.3, label in name). */
const getFullName = (label: string, shortName: string): string =>
  label.toLowerCase().includes(shortName.toLowerCase()) ? label : `${label} (${shortName})`;

interface StepLabelProps {
  step: ProcessStep;
  number: number;
  name: string;
  note: string;
  selected: boolean;
}

function StepLabel({ step, number, name, note, selected }: StepLabelProps) {
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.625, minWidth: 0, maxWidth: '100%' }}>
      <StepIcon step={step} number={number} />
      <Box component="span" sx={{ display: 'grid', minWidth: 0, textAlign: 'start', lineHeight: 1.25 }}>
        <Typography
          variant="caption"
          component="span"
          noWrap
          sx={{
            fontWeight: 'fontWeightBold',
            color: selected ? 'primary.main' : step.enabled ? 'text.primary' : 'text.tertiary',
            lineHeight: 'inherit',
          }}
        >
          {name}
        </Typography>
        {note && (
          <Typography variant="caption" component="span" noWrap sx={{ color: 'text.tertiary', lineHeight: 'inherit' }}>
            {note}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
