import { deviceStorage } from '../../api/storage';

/** Languages of the portal, in display order; the first is the default. */
export const languages = [
  { key: 'en', name: 'English' },
  { key: 'es', name: 'Español' },
] as const;

export type Language = (typeof languages)[number]['key'];

const storageKey = 'portal_language';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language.key === value);
}

/** Return the language last chosen in this browser, or the default. */
export function getStoredLanguage(): Language {
  const stored = deviceStorage.getItem(storageKey);
  return isLanguage(stored) ? stored : 'en';
}

/** Return the language of the URL ("#/es/..."), else the stored one. Requests send it in the `Lang` header. */
export function getCurrentLanguage(): Language {
  const urlLanguage = /^#\/([^/?#]+)/.exec(location.hash)?.[1];
  return isLanguage(urlLanguage) ? urlLanguage : getStoredLanguage();
}

/** Store the language that the user chose. */
export function storeLanguage(language: Language): void {
  deviceStorage.setItem(storageKey, language);
}

/** Set the document's `lang` attribute. The language is stored only if none was chosen before. */
export function announceLanguage(language: Language): void {
  document.documentElement.lang = language;
  if (!isLanguage(deviceStorage.getItem(storageKey))) storeLanguage(language);
}

/**
 * Return the stored language if a printed URL has another one, else null. A QR code on a label has the language of the
 * user who printed it, but other users scan it.
 */
export function getUserLanguage(urlLanguage: Language, search: string): Language | null {
  const isPrinted = new URLSearchParams(search).get('utm_source') === 'label';
  const stored = deviceStorage.getItem(storageKey);
  return isPrinted && isLanguage(stored) && stored !== urlLanguage ? stored : null;
}

/** Set the stored language in a printed URL, before the first request. */
export function openInUserLanguage(): void {
  const [, urlLanguage, rest = ''] = /^#\/([^/?#]+)(.*)$/s.exec(location.hash) ?? [];
  const language = isLanguage(urlLanguage) ? getUserLanguage(urlLanguage, rest.slice(rest.indexOf('?') + 1)) : null;
  if (language) history.replaceState(null, '', `${location.pathname}${location.search}#/${language}${rest}`);
}
