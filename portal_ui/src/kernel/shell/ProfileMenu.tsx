import LogoutIcon from '@mui/icons-material/Logout';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useAuthProvider, useTranslate } from 'ra-core';
import { useState } from 'react';
import { choiceName, useMeta } from '../../server/meta';
import { RouterLink, usePath } from '../../shared/links';

/** Greets the user; opens user details and logout. */
export function ProfileMenu() {
  const { user, role, choices } = useMeta();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const translate = useTranslate();
  const path = usePath();
  const auth = useAuthProvider();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
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
        slotProps={{ list: { 'aria-label': translate('shell.profile') } }}
      >
        <Box component="li" role="none" sx={{ paddingInline: 2, paddingBlock: 1, maxWidth: 280 }}>
          <Typography variant="h3" component="p">
            {translate('shell.hello', { name })}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {`${user.username} · ${choiceName(choices.roles, role)}`}
          </Typography>
        </Box>
        <Divider component="li" role="none" sx={{ marginBottom: 1 }} />
        <MenuItem component={RouterLink} to={path('profile')} onClick={close}>
          <ListItemIcon>
            <PersonIcon />
          </ListItemIcon>
          <ListItemText>{translate('shell.userDetails')}</ListItemText>
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
