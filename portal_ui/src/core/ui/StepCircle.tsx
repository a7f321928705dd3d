import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';

interface StepCircleProps {
  state: 'upcoming' | 'done' | 'rejected' | 'current';
  number: number;
}

/** Circle of a step: number, check mark if done, or cross if rejected. */
export function StepCircle({ state, number }: StepCircleProps) {
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
