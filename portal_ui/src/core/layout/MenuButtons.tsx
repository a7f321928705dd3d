import CheckIcon from '@mui/icons-material/Check';
import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import LanguageIcon from '@mui/icons-material/Language';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { useLocale, useLocales, useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { useCloseOnBack } from '../routing/useCloseOnBack';
import { useSwitchLanguage } from '../routing/useSwitchLanguage';
import { type Anchor, useAnchor } from '../ui/useAnchor';

type Opens = Anchor['trigger'] & { id: string };

type Props = {
  /** Render prop of the button or menu entry, with the props that open the menu. */
  button: (opens: Opens) => ReactNode;
  choices: readonly { key: string; name: string }[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
};

/** Button with a menu of which one entry is selected. */
function ChoiceMenu({ button, choices, chosen, onChoose }: Props) {
  const id = useId();
  const menu = useAnchor('menu');
  useCloseOnBack(menu.close);
  return (
    <>
      {button({ id, ...menu.trigger })}
      <Menu
        {...menu.popup}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id }, list: { 'aria-labelledby': id } }}
      >
        {choices.map(({ key, name }) => (
          <MenuItem
            key={key}
            role="menuitemradio"
            aria-checked={key === chosen}
            selected={key === chosen}
            onClick={() => {
              menu.close();
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

interface MenuProps {
  button: (opens: Opens, chosen: string | undefined) => ReactNode;
  onChosen?: () => void;
}

/**
 * Language menu. Replaces react-admin's, whose menu is mounted before it opens: with Material UI 9 the focus stays
 * outside, and Escape does not close it.
 */
export function LocalesMenu({ button, onChosen }: MenuProps) {
  const locales = useLocales();
  const locale = useLocale();
  const goToLanguage = useSwitchLanguage();
  return (
    <ChoiceMenu
      button={(opens) => button(opens, locales.find((each) => each.locale === locale)?.name)}
      choices={locales.map((each) => ({ ...each, key: each.locale }))}
      chosen={locale}
      onChoose={(key) => {
        onChosen?.();
        void goToLanguage(key);
      }}
    />
  );
}

export function LocalesMenuButton() {
  return (
    <LocalesMenu
      button={(opens, name) => (
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
    />
  );
}

const modes = ['light', 'dark', 'system'] as const;

/** Color scheme menu: light, dark or system. react-admin's has no system mode. */
export function ThemeMenu({ button, onChosen }: MenuProps) {
  const translate = useTranslate();
  const { mode = 'system', setMode } = useColorScheme();
  return (
    <ChoiceMenu
      button={(opens) => button(opens, translate(`shell.modes.${mode}`))}
      choices={modes.map((each) => ({ key: each, name: translate(`shell.modes.${each}`) }))}
      chosen={mode}
      onChoose={(key) => {
        onChosen?.();
        setMode(key as (typeof modes)[number]);
      }}
    />
  );
}

/** Icon of the scheme that is not shown. */
export function ThemeIcon() {
  const { mode = 'system', systemMode } = useColorScheme();
  return (mode === 'system' ? systemMode : mode) === 'dark' ? <LightModeIcon /> : <DarkModeIcon />;
}

export function ThemeMenuButton() {
  const translate = useTranslate();
  return (
    <ThemeMenu
      button={(opens) => (
        <IconButton {...opens} title={translate('shell.mode')} aria-label={translate('shell.mode')}>
          <ThemeIcon />
        </IconButton>
      )}
    />
  );
}
