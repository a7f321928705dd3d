import { deviceStorage } from '../shared/storage';

/** The portal's languages, in the order in which they are offered; the first is the default. */
export const languages = [
  { key: 'en', name: 'English' },
  { key: 'es', name: 'Español' },
] as const;

export type Language = (typeof languages)[number]['key'];

const storageKey = 'portal_language';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language.key === value);
}

/** The language last chosen in this browser, or the default. */
export function storedLanguage(): Language {
  const stored = deviceStorage.getItem(storageKey);
  return isLanguage(stored) ? stored : 'en';
}

/** The language of the screen: the one that the address names ("#/es/..."); calls send it as Lang. */
export function currentLanguage(): Language {
  const named = /^#\/([^/?#]+)/.exec(location.hash)?.[1];
  return isLanguage(named) ? named : storedLanguage();
}

/** The address's language becomes the chosen one. */
export function rememberLanguage(language: Language): void {
  deviceStorage.setItem(storageKey, language);
  document.documentElement.lang = language;
}
