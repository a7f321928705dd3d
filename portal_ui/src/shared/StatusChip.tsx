import type { SvgIconComponent } from '@mui/icons-material';
import BuildIcon from '@mui/icons-material/BuildOutlined';
import CancelIcon from '@mui/icons-material/CancelOutlined';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import LocalShippingIcon from '@mui/icons-material/LocalShippingOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';

type Tone = keyof Theme['status'];

const icons = {
  waiting: ScheduleIcon,
  moving: LocalShippingIcon,
  done: CheckCircleIcon,
  rejected: CancelIcon,
  idle: BuildIcon,
} satisfies Record<Tone, unknown>;

type Props = {
  tone: Tone;
  label: string;
  /** In place of the tone's own. */
  icon?: SvgIconComponent;
};

/** A status: always an icon and words, in the colours of its tone. */
export function StatusChip({ tone, label, icon: Icon = icons[tone] }: Props) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        ...theme.typography.subtitle2,
        display: 'inline-flex',
        alignItems: 'center',
        gap: '5px',
        padding: '3px 9px 3px 7px',
        borderRadius: `${theme.portal.cardRadius}px`,
        maxWidth: '100%',
        color: theme.status[tone].text,
        backgroundColor: theme.status[tone].ground,
        fontSize: theme.typography.caption.fontSize,
        fontWeight: theme.typography.fontWeightBold,
      })}
    >
      <Icon aria-hidden sx={{ fontSize: 16, flex: 'none' }} />
      <Box
        component="span"
        title={label}
        sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {label}
      </Box>
    </Box>
  );
}
