import { use } from 'react';
import type { Language } from '../../core/i18n/language';
import { memoizeAsync } from '../../core/i18n/memoizeAsync';
import { useLanguage } from '../../core/i18n/useLanguage';
import type { HelpText } from './helpText';

/** Loaders of the help texts. Each language is one chunk, so that all pages work offline once the help was opened. */
const files: Record<Language, () => Promise<{ texts: Record<string, HelpText>; pictures: Record<string, string> }>> = {
  en: () => import('./texts.en'),
  es: () => import('./texts.es'),
};

const mapByName = <Value>(found: Record<string, Value>) =>
  new Map(Object.entries(found).map(([path, value]) => [path.replace(/^.*\/|\.\w+$/g, ''), value]));

const loadHelp = memoizeAsync(async (language: Language) => {
  const { texts, pictures } = await files[language]();
  return { texts: mapByName(texts), pictures: mapByName(pictures) };
});

/** Return texts and picture URLs of the current language by page name; suspends. */
export function useHelp() {
  return use(loadHelp(useLanguage()));
}
