import { I18nContext } from 'ra-core';
import { type ReactNode, use } from 'react';
import { getI18nProviderWith } from '../../core/i18n/i18nProvider';
import { useLanguage } from '../../core/i18n/useLanguage';

const loadMessages = getI18nProviderWith({
  en: () => import('../../../../locale/en/factors.json'),
  es: () => import('../../../../locale/es/factors.json'),
});

/** The words of the second factor, which most pages never say, for what is below. */
export function TwoFactorMessages({ children }: { children: ReactNode }) {
  return <I18nContext.Provider value={use(loadMessages(useLanguage()))}>{children}</I18nContext.Provider>;
}
