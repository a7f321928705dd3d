import type { I18nProvider, TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type Language, languages } from './language';
import { memoizeAsync } from './memoizeAsync';
import { mergeMessages } from './mergeMessages';

/** Loaders of a file by its path in locale/, or by language; each a separate chunk. */
export type MessageLoaders<T = unknown> = Record<string, () => Promise<T>>;

/** Loaders of the message catalogs by language, each a separate chunk. */
const catalogs: Record<Language, () => Promise<{ default: TranslationMessages }>> = {
  en: () => import('./en'),
  es: () => import('./es'),
};

const locales = languages.map(({ key, name }) => ({ locale: key, name }));

const createProvider = (messages: TranslationMessages, language: Language): I18nProvider =>
  polyglotI18nProvider(() => messages, language, locales);

/** Load the i18nProvider of a language. */
export const getI18nProvider = memoizeAsync<Language, I18nProvider>(async (language) =>
  createProvider((await catalogs[language]()).default, language),
);

/** Load the file of a language. */
export async function loadMessages<T>(loaders: MessageLoaders<T>, language: Language): Promise<T> {
  const [, load] = Object.entries(loaders).find(([path]) => path.split('/').includes(language)) ?? [];
  if (!load) throw new Error(`No messages in ${language}`);
  return load();
}

/** Create a loader of i18nProviders with additional, page-specific messages. */
export const getI18nProviderWith = (more: MessageLoaders) =>
  memoizeAsync<Language, I18nProvider>(async (language) => {
    const [all, areas] = await Promise.all([catalogs[language](), loadMessages(more, language)]);
    return createProvider(mergeMessages(all.default, (areas as { default: unknown }).default), language);
  });
