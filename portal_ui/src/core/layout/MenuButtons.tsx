import CheckIcon from '@mui/icons-material/Check';
import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import LanguageIcon from '@mui/icons-material/Language';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import Button, { type ButtonProps } from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { useLocale, useLocales, useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { useCloseOnBack } from '../routing/useCloseOnBack';
import { useSwitchLanguage } from '../routing/useSwitchLanguage';

type Props = {
  /** Render prop of the button, with the props that open the menu. */
  button: (opens: Pick<ButtonProps, 'id' | 'aria-haspopup' | 'aria-expanded' | 'onClick'>) => ReactNode;
  choices: readonly { key: string; name: string }[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
};

/** Button with a menu of which one entry is selected. */
function ChoiceMenu({ button, choices, chosen, onChoose }: Props) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  useCloseOnBack(close);
  return (
    <>
      {button({
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        onClick: (event) => setAnchor(event.currentTarget),
      })}
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id }, list: { 'aria-labelledby': id } }}
      >
        {choices.map(({ key, name }) => (
          <MenuItem
            key={key}
            role="menuitemradio"
            aria-checked={key === chosen}
            selected={key === chosen}
            onClick={() => {
              close();
              onChoose(key);
            }}
          >
            <ListItemText>{name}</ListItemText>
            <ListItemIcon sx={{ justifyContent: 'flex-end' }}>{key === chosen && <CheckIcon />}</ListItemIcon>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/**
 * Language menu. Replaces react-admin's, whose menu is mounted before it opens: with Material UI 9 the focus stays
 * outside, and Escape does not close it.
 */
export function LocalesMenuButton() {
  const locales = useLocales();
  const locale = useLocale();
  const goToLanguage = useSwitchLanguage();
  const name = locales.find((each) => each.locale === locale)?.name;
  return (
    <ChoiceMenu
      button={(opens) => (
        <Button
          {...opens}
          aria-label={name}
          color="inherit"
          variant="text"
          startIcon={<LanguageIcon />}
          endIcon={<ExpandMoreIcon fontSize="small" />}
          sx={(theme) => ({
            [theme.breakpoints.down('md')]: {
              // As wide as the icon buttons next to it.
              minWidth: 36,
              padding: 0.75,
              fontSize: 0,
              '@media (pointer: coarse)': { minWidth: 44 },
              '& .MuiButton-endIcon': { display: 'none' },
              '& .MuiButton-startIcon': { margin: 0 },
            },
          })}
        >
          {name}
        </Button>
      )}
      choices={locales.map((each) => ({ ...each, key: each.locale }))}
      chosen={locale}
      onChoose={(key) => void goToLanguage(key)}
    />
  );
}

const modes = ['light', 'dark', 'system'] as const;

/** Color scheme menu: light, dark or system. react-admin's has no system mode. */
export function ThemeMenuButton() {
  const translate = useTranslate();
  const { mode = 'system', systemMode, setMode } = useColorScheme();
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark';
  return (
    <ChoiceMenu
      button={(opens) => (
        <IconButton {...opens} title={translate('shell.mode')} aria-label={translate('shell.mode')}>
          {isDark ? <LightModeIcon /> : <DarkModeIcon />}
        </IconButton>
      )}
      choices={modes.map((each) => ({ key: each, name: translate(`shell.modes.${each}`) }))}
      chosen={mode}
      onChoose={(key) => setMode(key as (typeof modes)[number])}
    />
  );
}
