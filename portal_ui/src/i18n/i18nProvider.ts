import type { I18nProvider, TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type Language, languages } from './language';

/** Each language's words are a file of their own, loaded when the language is first shown. */
const catalogues: Record<Language, () => Promise<{ default: TranslationMessages }>> = {
  en: () => import('./en'),
  es: () => import('./es'),
};

const locales = languages.map(({ key, name }) => ({ locale: key, name }));
const providers = new Map<Language, Promise<I18nProvider>>();

/** The words of a language; the same promise every time, so that React's `use` can wait for it. */
export function i18nProviderOf(language: Language): Promise<I18nProvider> {
  let provider = providers.get(language);
  if (!provider) {
    provider = catalogues[language]().then(
      ({ default: words }) => polyglotI18nProvider(() => words, language, locales),
      (error: unknown) => {
        providers.delete(language); // the line was down: the next try loads again
        throw error;
      },
    );
    providers.set(language, provider);
  }
  return provider;
}
