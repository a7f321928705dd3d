import PersonIcon from '@mui/icons-material/PersonOutlined';
import Avatar from '@mui/material/Avatar';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useLogout, useTranslate, useUserMenu } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { Logout, UserMenu } from 'react-admin';
import { formatFullName, getChoiceName, useMeta } from '../../api/meta';
import { countDrafts } from '../forms/drafts';
import { useUnsavedForms } from '../forms/unsavedForms';
import { RouterLink, useLocalizedPath } from '../routing/links';
import { useCloseOnBack } from '../routing/useCloseOnBack';
import { ConfirmDialog } from '../ui/ConfirmDialog';

/** Greeting, and user menu with account details, other entries and logout. */
export function ProfileMenu({ children }: { children?: ReactNode }) {
  const { user } = useMeta();
  const translate = useTranslate();
  const name = formatFullName(user);
  const initials = getInitials(user.firstName, user.lastName) || user.username.slice(0, 2).toUpperCase();
  // On small screens react-admin translates the label itself, so it needs the key.
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const logout = useLogout();
  const forms = useUnsavedForms();
  const [unsaved, setUnsaved] = useState<{ drafts: number; typed: boolean } | null>(null);
  // react-admin's menu closes only on its own entries: remount it on Back.
  const [menuKey, setMenuKey] = useState(0);
  useCloseOnBack(() => setMenuKey(menuKey + 1));
  /** Log out. It deletes unsent data, as devices may be shared: confirm that first. */
  const handleLogout = () => {
    const drafts = countDrafts();
    const typed = forms.anyDirty() && (drafts === 0 || !forms.allKeepDrafts());
    if (drafts > 0 || typed) setUnsaved({ drafts, typed });
    else void logout(null, undefined, false);
  };
  const label = isPhone ? 'shell.profileMenu' : translate('shell.profileMenuOf', { name });
  return (
    <>
      <Typography
        variant="subtitle1"
        component="span"
        noWrap
        sx={{ display: { xs: 'none', md: 'block' }, maxWidth: 280, paddingInlineStart: 1 }}
      >
        {translate('shell.hello', { name })}
      </Typography>
      <UserMenu key={menuKey} label={label} icon={<Avatar aria-hidden>{initials}</Avatar>}>
        <UserDetails />
        {children}
        <Logout onClick={handleLogout} />
      </UserMenu>
      <ConfirmDialog
        open={unsaved !== null}
        danger
        title={translate('saving.logout.title')}
        confirmLabel={translate('saving.logout.confirm')}
        onConfirm={() => void logout(null, undefined, false)}
        onClose={() => setUnsaved(null)}
      >
        {!!unsaved?.drafts && <p>{translate('saving.logout.drafts', { smart_count: unsaved.drafts })}</p>}
        {unsaved?.typed && <p>{translate('saving.logout.typed')}</p>}
      </ConfirmDialog>
    </>
  );
}

function UserDetails() {
  const { user, role, choices } = useMeta();
  const translate = useTranslate();
  const path = useLocalizedPath();
  return (
    <MenuItem component={RouterLink} to={path('profile')} onClick={useUserMenu()?.onClose}>
      <ListItemIcon>
        <PersonIcon />
      </ListItemIcon>
      <ListItemText
        primary={translate('shell.userDetails')}
        secondary={`${user.username} · ${getChoiceName(choices.roles, role)}`}
      />
    </MenuItem>
  );
}

function getInitials(first: string, last: string): string {
  return [first, last]
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase();
}
