import type { SvgIconComponent } from '@mui/icons-material';
import AlarmIcon from '@mui/icons-material/AlarmOutlined';
import BuildIcon from '@mui/icons-material/BuildOutlined';
import CancelIcon from '@mui/icons-material/CancelOutlined';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import LocalShippingIcon from '@mui/icons-material/LocalShippingOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import Chip from '@mui/material/Chip';
import { useTranslate } from 'ra-core';

/** Icons by tone, as color alone is not accessible. */
export const TONE_ICONS = {
  waiting: ScheduleIcon,
  moving: LocalShippingIcon,
  done: CheckCircleIcon,
  rejected: CancelIcon,
  idle: BuildIcon,
};

/** Tones and icons of the delays of a request. */
export const DELAYS = {
  late: { tone: 'waiting', icon: AlarmIcon },
  overdue: { tone: 'rejected', icon: ErrorIcon },
} as const;

type Props = {
  tone: keyof typeof TONE_ICONS;
  label: string;
  /** Icon; by default that of the tone. */
  icon?: SvgIconComponent;
};

/** Status chip with an icon and a label, in the colors of its tone. */
export function StatusChip({ tone, label, icon: Icon = TONE_ICONS[tone] }: Props) {
  return (
    <Chip
      component="span"
      size="small"
      icon={<Icon />}
      label={label}
      title={label}
      sx={(theme) => ({
        ...theme.typography.caption,
        fontWeight: theme.typography.fontWeightBold,
        color: theme.status[tone].text,
        backgroundColor: theme.status[tone].background,
        // Its background is that of a hovered row: the border keeps it visible.
        ...(tone === 'idle' && { boxShadow: `inset 0 0 0 1px ${theme.vars.palette.divider}` }),
        '& .MuiChip-icon': { fontSize: 16, color: 'inherit', marginInline: '7px -3px' },
      })}
    />
  );
}

/** Chip of a request longer in its step than 90 percent of earlier requests. */
export function LateChip() {
  return <StatusChip {...DELAYS.late} label={useTranslate()('shared.late')} />;
}

/** Chip of a request whose delivery should have been confirmed by now. */
export function OverdueChip() {
  return <StatusChip {...DELAYS.overdue} label={useTranslate()('shared.overdue')} />;
}
