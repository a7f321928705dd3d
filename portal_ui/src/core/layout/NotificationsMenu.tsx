import NotificationsIcon from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { formatBadge, getCount, inboxPath, useCounters } from '../../api/counters';
import { MAX_UNREAD, useInAppNotifications, useMarkSeen } from '../../api/inAppNotifications';
import { RouterLink, useLocalizedPath } from '../routing/links';
import { DateTime } from '../ui/DateTime';
import { useErrorMessage } from '../ui/errorMessage';

/** What was told to the user, and how much of it is new; each entry leads to where it happened. */
export function NotificationsMenu() {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const id = useId();
  const counters = useCounters();
  const message = useErrorMessage();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { notices, fresh, error } = useInAppNotifications(anchor !== null);
  const markSeen = useMarkSeen(notices);
  const close = () => setAnchor(null);

  const labelKey = fresh === 0 ? 'title' : fresh < MAX_UNREAD ? 'fresh' : 'many';
  const label = translate(`shell.notices.${labelKey}`, { smart_count: fresh });
  const waiting = counters ? getCount(counters) : 0;
  return (
    <>
      <IconButton
        id={id}
        title={label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Badge badgeContent={formatBadge(fresh)} invisible={fresh === 0} color="primary" overlap="circular">
          <NotificationsIcon />
        </Badge>
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{
          paper: { role: 'dialog', 'aria-labelledby': id, sx: { width: 400, maxWidth: 'calc(100% - 32px)' } },
          list: { 'aria-labelledby': id },
        }}
      >
        {counters && (
          <MenuItem component={RouterLink} to={path(inboxPath)} onClick={close}>
            <ListItemText
              primary={
                waiting > 0 ? translate('shell.waiting', { smart_count: waiting }) : translate('shell.nothingWaits')
              }
            />
          </MenuItem>
        )}
        <MenuItem disabled={fresh === 0 || !notices} onClick={() => markSeen.mutate()}>
          <ListItemText primary={translate('shell.notices.markSeen')} />
        </MenuItem>
        <Divider component="li" />
        {!notices && <SecondaryText>{error ? message(error) : translate('shared.loading')}</SecondaryText>}
        {notices?.content.map(({ id: key, title, who, path: page, createdAt, isNew }) => (
          <MenuItem
            key={key}
            {...(page ? { component: RouterLink, to: path(page), onClick: close } : {})}
            sx={{ whiteSpace: 'normal' }}
          >
            <ListItemText
              primary={isNew ? translate('shell.notices.isNew', { title }) : title}
              secondary={
                <>
                  <DateTime value={createdAt} />
                  {who && ` · ${who}`}
                </>
              }
              slotProps={{ primary: { sx: { fontWeight: isNew ? 600 : 400, overflowWrap: 'anywhere' } } }}
            />
          </MenuItem>
        ))}
        {notices?.content.length === 0 && <SecondaryText>{translate('shell.notices.none')}</SecondaryText>}
      </Menu>
    </>
  );
}

/** A line in place of notices. */
function SecondaryText({ children, ...item }: MenuItemProps) {
  return (
    <MenuItem
      {...item}
      disabled
      sx={{ color: 'text.secondary', whiteSpace: 'normal', '&.Mui-disabled': { opacity: 1 } }}
    >
      {children}
    </MenuItem>
  );
}
