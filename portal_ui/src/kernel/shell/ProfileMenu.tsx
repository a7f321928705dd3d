import LogoutIcon from '@mui/icons-material/Logout';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import Avatar from '@mui/material/Avatar';
import ButtonBase from '@mui/material/ButtonBase';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useAuthProvider, useTranslate } from 'ra-core';
import { useState } from 'react';
import { choiceName, fullName, useMeta } from '../../server/meta';
import { RouterLink, usePath } from '../../shared/links';

/** Greets the user; opens user details and logout. */
export function ProfileMenu() {
  const { user, role, choices } = useMeta();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const translate = useTranslate();
  const path = usePath();
  const auth = useAuthProvider();
  const name = fullName(user);
  const close = () => setAnchor(null);
  return (
    <>
      <ButtonBase
        aria-label={translate('shell.profileMenu', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={(theme) => ({
          gap: 1,
          minHeight: 36,
          minWidth: 36,
          padding: '3px',
          paddingInlineEnd: { md: 1 },
          borderRadius: 99,
          '&:hover': { backgroundColor: theme.portal.sunk },
        })}
      >
        <Avatar aria-hidden>
          {initials(user.firstName, user.lastName) || user.username.slice(0, 2).toUpperCase()}
        </Avatar>
        <Typography
          variant="subtitle1"
          component="span"
          noWrap
          sx={{ display: { xs: 'none', md: 'block' }, maxWidth: 280 }}
        >
          {translate('shell.hello', { name })}
        </Typography>
      </ButtonBase>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': translate('shell.profile') },
          list: { 'aria-label': translate('shell.profile') },
        }}
      >
        <MenuItem component={RouterLink} to={path('profile')} onClick={close}>
          <ListItemIcon>
            <PersonIcon />
          </ListItemIcon>
          <ListItemText
            primary={translate('shell.userDetails')}
            secondary={`${user.username} · ${choiceName(choices.roles, role)}`}
          />
        </MenuItem>
        <MenuItem onClick={() => auth?.logout({})}>
          <ListItemIcon>
            <LogoutIcon />
          </ListItemIcon>
          <ListItemText>{translate('shell.logout')}</ListItemText>
        </MenuItem>
      </Menu>
    </>
  );
}

function initials(first: string, last: string): string {
  return [first, last]
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase();
}
