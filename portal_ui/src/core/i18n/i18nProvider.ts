import type { I18nProvider, TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type Language, languages } from './language';
import { memoizeAsync } from './memoizeAsync';
import { mergeMessages } from './mergeMessages';

/** Messages of some pages by language, each a chunk of its own. */
export type MessageLoaders = Record<Language, () => Promise<{ default: unknown }>>;

/** Message catalogs by language, each a chunk that is loaded when the language is first shown. */
const catalogs: Record<Language, () => Promise<{ default: TranslationMessages }>> = {
  en: () => import('./en'),
  es: () => import('./es'),
};

const locales = languages.map(({ key, name }) => ({ locale: key, name }));

const createProvider = (messages: TranslationMessages, language: Language): I18nProvider =>
  polyglotI18nProvider(() => messages, language, locales);

/** i18nProvider of a language: loads its messages. */
export const getI18nProvider = memoizeAsync<Language, I18nProvider>(async (language) =>
  createProvider((await catalogs[language]()).default, language),
);

/** i18nProvider with messages that load with the pages which show them. */
export const getI18nProviderWith = (more: MessageLoaders) =>
  memoizeAsync<Language, I18nProvider>(async (language) => {
    const [all, own] = await Promise.all([catalogs[language](), more[language]()]);
    return createProvider(mergeMessages(all.default, own.default), language);
  });
