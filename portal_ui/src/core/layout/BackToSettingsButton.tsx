import { useTranslate } from 'ra-core';
import { useLocation } from 'react-router';
import { useMeta } from '../../api/meta';
import { BackToListButton } from '../routing/BackToListButton';
import { useLocalizedPath } from '../routing/links';
import { groupSettings, SETTINGS_PATH } from './navigationPages';

/** Arrow before the title of a page that is opened from the settings page. */
export function BackToSettingsButton() {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const { pathname } = useLocation();
  const { pages } = useMeta();
  const isBelowSettings = groupSettings(pages).some(([, ofGroup]) =>
    ofGroup.some((page) => path(page.path) === pathname),
  );
  return isBelowSettings && <BackToListButton list={SETTINGS_PATH} label={translate('shell.backToSettings')} />;
}
