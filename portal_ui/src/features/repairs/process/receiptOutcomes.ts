import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import WarningIcon from '@mui/icons-material/WarningAmber';

/** The outcomes of checking in a unit, in the order in which they are offered. */
export const OUTCOMES = [
  { key: 'THERE', Icon: CheckIcon, tone: 'done' },
  { key: 'DAMAGED', Icon: WarningIcon, tone: 'waiting' },
  { key: 'MISSING', Icon: CloseIcon, tone: 'rejected' },
] as const;
