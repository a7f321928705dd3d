import { deviceStorage } from '../../api/storage';

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
export function getStoredLanguage(): Language {
  const stored = deviceStorage.getItem(storageKey);
  return isLanguage(stored) ? stored : 'en';
}

/** The language of the screen: the one that the address names ("#/es/..."); calls send it as Lang. */
export function getCurrentLanguage(): Language {
  const named = /^#\/([^/?#]+)/.exec(location.hash)?.[1];
  return isLanguage(named) ? named : getStoredLanguage();
}

/** Keeps the language that a user chose. */
export function storeLanguage(language: Language): void {
  deviceStorage.setItem(storageKey, language);
}

/** Tells the browser in which language the page is; it is kept only where none was chosen before. */
export function announceLanguage(language: Language): void {
  document.documentElement.lang = language;
  if (!isLanguage(deviceStorage.getItem(storageKey))) storeLanguage(language);
}

/**
 * The language that an address opens in, where that is another one than it names: a printed code names the language of
 * whoever printed it, and is scanned by somebody else.
 */
export function getUserLanguage(named: Language, search: string): Language | null {
  const isPrinted = new URLSearchParams(search).get('utm_source') === 'label';
  const stored = deviceStorage.getItem(storageKey);
  return isPrinted && isLanguage(stored) && stored !== named ? stored : null;
}

/** Puts the reader's language into a printed address before anything is asked for in the other one. */
export function openInUserLanguage(): void {
  const [, named, rest = ''] = /^#\/([^/?#]+)(.*)$/s.exec(location.hash) ?? [];
  const language = isLanguage(named) ? getUserLanguage(named, rest.slice(rest.indexOf('?') + 1)) : null;
  if (language) history.replaceState(null, '', `${location.pathname}${location.search}#/${language}${rest}`);
}
