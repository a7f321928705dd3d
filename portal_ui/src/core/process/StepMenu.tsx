import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import type { ProcessStep } from '../../api/requests';
import { useAnchor } from '../ui/useAnchor';
import { useProcess } from './processContext';
import { getStepState, getStepStateKey, StepIcon, useStepNote } from './StepIcon';
import type { StepsProps } from './StepStrip';
import { HISTORY } from './tabs';

/** Menu of the steps for narrow screens, labeled with the open one. */
export function StepMenu({ steps, open, onOpen, panelId }: StepsProps) {
  const translate = useTranslate();
  const note = useStepNote();
  const menu = useAnchor('menu');
  const numbered = steps.filter((step) => step.key !== HISTORY);
  const number = numbered.findIndex((step) => step.key === open) + 1;
  const closed = useProcess().record.completedAt !== null;
  const openStep = steps.find((step) => step.key === open);
  // The end of a closed request is no step of it.
  const isNumbered = number > 0 && !(closed && openStep?.state === 'current');
  return (
    <>
      <ButtonBase
        {...menu.trigger}
        id={`${panelId}-${open}`}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          width: '100%',
          columnGap: 1,
          rowGap: 0.75,
          paddingBlock: 0.75,
          paddingInline: 2,
          borderBottom: 1,
          borderColor: 'divider',
          textAlign: 'start',
          '&.Mui-focusVisible': { outlineOffset: -2 },
        }}
      >
        <Typography variant="h3" component="span" sx={{ flex: 1, color: 'primary.main' }}>
          {openStep?.label}
        </Typography>
        <Typography variant="body2" component="span" sx={{ color: 'text.tertiary' }}>
          {isNumbered && translate('process.stepOf', { number, total: numbered.length })}
        </Typography>
        <ExpandMoreIcon aria-hidden sx={{ fontSize: 20 }} />
        <StepProgress steps={numbered} />
      </ButtonBase>
      <Menu {...menu.popup} slotProps={{ list: { 'aria-label': translate('process.steps') } }}>
        {steps.map((step, index) => (
          <MenuItem
            key={step.key}
            aria-current={getStepState(step, closed) === 'current' ? 'step' : undefined}
            selected={step.key === open}
            disabled={!step.enabled}
            divider={steps[index + 1]?.key === HISTORY}
            onClick={() => {
              menu.close();
              onOpen(step.key);
            }}
          >
            <ListItemIcon>
              <StepIcon step={step} number={index + 1} />
            </ListItemIcon>
            <ListItemText
              primary={step.label}
              secondary={note(step)}
              slotProps={{ secondary: { variant: 'caption' } }}
            />
            <Box component="span" sx={visuallyHidden}>
              {step.key === HISTORY ? '' : translate(getStepStateKey(step, closed))}
            </Box>
            {!step.enabled && <LockIcon aria-hidden sx={{ fontSize: 16, marginLeft: 1 }} />}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** Progress bar with one segment per step, colored by its state. */
function StepProgress({ steps }: { steps: ProcessStep[] }) {
  const closed = useProcess().record.completedAt !== null;
  return (
    <Box aria-hidden component="span" sx={{ display: 'flex', gap: 0.5, width: '100%' }}>
      {steps.map((step) => (
        <Box
          key={step.key}
          component="span"
          sx={(theme) => ({
            flex: 1,
            height: 4,
            borderRadius: 1,
            backgroundColor: {
              done: theme.portal.chart.done,
              rejected: theme.portal.chart.rejected,
              current: theme.vars.palette.primary.main,
              upcoming: theme.portal.buttonBorder,
            }[getStepState(step, closed)],
          })}
        />
      ))}
    </Box>
  );
}
