import type { I18nProvider, TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type Language, languages } from './language';
import { loadOnce } from './loadOnce';

/** Each language's words are a file of their own, loaded when the language is first shown. */
const catalogues: Record<Language, () => Promise<{ default: TranslationMessages }>> = {
  en: () => import('./en'),
  es: () => import('./es'),
};

const locales = languages.map(({ key, name }) => ({ locale: key, name }));

/** The words of a language. */
export const i18nProviderOf = loadOnce<Language, I18nProvider>(async (language) => {
  const { default: words } = await catalogues[language]();
  return polyglotI18nProvider(() => words, language, locales);
});
