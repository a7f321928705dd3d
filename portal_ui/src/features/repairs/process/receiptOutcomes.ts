import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import WarningIcon from '@mui/icons-material/WarningAmber';

/** Outcomes of the goods receipt, in display order. */
export const OUTCOMES = [
  { key: 'THERE', Icon: CheckIcon, tone: 'done' },
  { key: 'DAMAGED', Icon: WarningIcon, tone: 'waiting' },
  { key: 'MISSING', Icon: CloseIcon, tone: 'rejected' },
] as const;
