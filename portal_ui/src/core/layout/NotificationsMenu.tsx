import NotificationsIcon from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import type { Theme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { formatBadge } from '../../api/counters';
import { MAX_UNREAD, useInAppNotifications } from '../../api/inAppNotifications';
import { useCloseOnBack } from '../routing/useCloseOnBack';
import { lazyPart } from '../ui/lazyPart';
import { useAnchor } from '../ui/useAnchor';

const WIDTH = 400;
const NotificationsPanel = lazyPart(() => import('./NotificationsPanel'));

/** Next to the bell rather than over it. */
const badgeStyle = (theme: Theme) => ({
  '& .MuiBadge-badge': {
    inset: 'calc(14% - 4px) calc(14% - 6px) auto auto',
    boxShadow: `0 0 0 2px ${theme.vars.palette.background.paper}`,
  },
});

/** Bell with the number of unread notifications, and the popover of notifications. */
export function NotificationsMenu() {
  const translate = useTranslate();
  const id = useId();
  const { trigger, popup, close } = useAnchor('dialog');
  const { notifications, unreadCount, error } = useInAppNotifications(popup.open);
  useCloseOnBack(close);

  const labelKey = unreadCount === 0 ? 'title' : unreadCount < MAX_UNREAD ? 'fresh' : 'many';
  const label = translate(`shell.notices.${labelKey}`, { smart_count: unreadCount });
  return (
    <>
      <IconButton {...trigger} id={id} title={label} aria-label={label}>
        <Badge
          badgeContent={formatBadge(unreadCount)}
          invisible={unreadCount === 0}
          color="primary"
          overlap="circular"
          sx={badgeStyle}
        >
          <NotificationsIcon />
        </Badge>
      </IconButton>
      <Popover
        {...popup}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          // Below the bar of the page.
          paper: {
            role: 'dialog',
            'aria-labelledby': id,
            sx: { marginTop: 1, width: WIDTH, maxWidth: 'calc(100% - 32px)' },
          },
        }}
      >
        <NotificationsPanel {...{ notifications, unreadCount, error }} onClose={close} />
      </Popover>
    </>
  );
}
