import CheckIcon from '@mui/icons-material/Check';
import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';

const modes = ['light', 'dark', 'system'] as const;

/** In place of react-admin's ToggleThemeButton, which knows two: light, dark, or as the system says. */
export function ThemeMenuButton() {
  const translate = useTranslate();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { mode: chosen = 'system', systemMode, setMode } = useColorScheme();
  const dark = (chosen === 'system' ? systemMode : chosen) === 'dark';
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        id={id}
        title={translate('shell.mode')}
        aria-label={translate('shell.mode')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {dark ? <LightModeIcon /> : <DarkModeIcon />}
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id }, list: { 'aria-labelledby': id } }}
      >
        {modes.map((mode) => (
          <MenuItem
            key={mode}
            role="menuitemradio"
            aria-checked={mode === chosen}
            selected={mode === chosen}
            onClick={() => {
              close();
              setMode(mode);
            }}
          >
            <ListItemText>{translate(`shell.modes.${mode}`)}</ListItemText>
            <ListItemIcon sx={{ justifyContent: 'flex-end' }}>{mode === chosen && <CheckIcon />}</ListItemIcon>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
