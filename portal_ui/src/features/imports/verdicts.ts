import AddIcon from '@mui/icons-material/Add';
import SameIcon from '@mui/icons-material/Check';
import EditIcon from '@mui/icons-material/EditOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import type { Counts, Verdict } from '../../api/imports';

/** Icon, tone and counter of each verdict, in the order of the review. */
export const verdicts = {
  WRONG: { tone: 'rejected', icon: ErrorIcon, count: 'wrong' },
  CHANGE: { tone: 'moving', icon: EditIcon, count: 'change' },
  CREATE: { tone: 'done', icon: AddIcon, count: 'create' },
  SAME: { tone: 'idle', icon: SameIcon, count: 'same' },
} as const satisfies Record<Verdict, { tone: string; icon: unknown; count: keyof Omit<Counts, 'withoutValue'> }>;

export const VERDICTS = Object.keys(verdicts) as Verdict[];

export const isVerdict = (name: string | null): name is Verdict => VERDICTS.some((each) => each === name);
