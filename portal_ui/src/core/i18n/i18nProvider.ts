import type { I18nProvider, TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type Language, languages } from './language';
import { loadOnce } from './memoizeAsync';
import { merge } from './mergeMessages';

type Words = { default: unknown };

/** Each language's words are a file of their own, loaded when the language is first shown. */
const catalogues: Record<Language, () => Promise<{ default: TranslationMessages }>> = {
  en: () => import('./en'),
  es: () => import('./es'),
};

const locales = languages.map(({ key, name }) => ({ locale: key, name }));

const providerOf = (words: TranslationMessages, language: Language): I18nProvider =>
  polyglotI18nProvider(() => words, language, locales);

/** The words of a language. */
export const i18nProviderOf = loadOnce<Language, I18nProvider>(async (language) =>
  providerOf((await catalogues[language]()).default, language),
);

/** The same with words that come with the pages which say them. */
export const i18nProviderWith = (more: Record<Language, () => Promise<Words>>) =>
  loadOnce<Language, I18nProvider>(async (language) => {
    const [all, own] = await Promise.all([catalogues[language](), more[language]()]);
    return providerOf(merge(all.default, own.default), language);
  });
