import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import LanguageIcon from '@mui/icons-material/Language';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import { useColorScheme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useLocation, useNavigate } from 'react-router';
import { languages } from '../../i18n/language';
import { useLanguage } from '../../shared/links';
import { inLanguage } from '../routing/addresses';
import { ChoiceMenu } from './ChoiceMenu';

/** Another language is another address of the same screen. */
export function LanguageSwitch() {
  const translate = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (
    <ChoiceMenu
      label={translate('shell.language')}
      icon={<LanguageIcon />}
      choices={languages}
      chosen={language}
      onChoose={(next) => navigate({ pathname: inLanguage(next, pathname), search, hash }, { replace: true })}
    />
  );
}

/** Light, dark, or as the system says. */
export function ModeSwitch() {
  const translate = useTranslate();
  const { mode = 'system', systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  return (
    <ChoiceMenu
      label={translate('shell.mode')}
      icon={dark ? <LightModeIcon /> : <DarkModeIcon />}
      choices={(['light', 'dark', 'system'] as const).map((key) => ({ key, name: translate(`shell.modes.${key}`) }))}
      chosen={mode}
      onChoose={setMode}
    />
  );
}
