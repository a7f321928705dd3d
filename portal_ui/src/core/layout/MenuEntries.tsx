import LanguageIcon from '@mui/icons-material/Language';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem';
import { useTranslate, useUserMenu } from 'ra-core';
import type { ReactNode } from 'react';
import { LocalesMenu, ThemeIcon, ThemeMenu } from './MenuButtons';

type Props = MenuItemProps & { icon: ReactNode; name: string; value?: string | undefined };

/** Entry of the account menu with an icon, and the chosen value below its name. */
export function MenuEntry({ icon, name, value, ...rest }: Props) {
  return (
    <MenuItem {...rest}>
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText primary={name} secondary={value} />
    </MenuItem>
  );
}

/** Language in the account menu of a phone. */
export function LocalesMenuEntry() {
  const translate = useTranslate();
  const menu = useUserMenu();
  return (
    <LocalesMenu
      onChosen={() => menu?.onClose()}
      button={(opens, chosen) => (
        <MenuEntry {...opens} icon={<LanguageIcon />} name={translate('shell.language')} value={chosen} />
      )}
    />
  );
}

/** Appearance in the account menu of a phone. */
export function ThemeMenuEntry() {
  const translate = useTranslate();
  const menu = useUserMenu();
  return (
    <ThemeMenu
      onChosen={() => menu?.onClose()}
      button={(opens, chosen) => (
        <MenuEntry {...opens} icon={<ThemeIcon />} name={translate('shell.mode')} value={chosen} />
      )}
    />
  );
}
