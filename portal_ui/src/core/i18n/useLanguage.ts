import { useParams } from 'react-router';
import { getStoredLanguage, isLanguage, type Language } from './language';

/** Return the language of the URL, or the stored one. */
export function useLanguage(): Language {
  const { lang } = useParams();
  return isLanguage(lang) ? lang : getStoredLanguage();
}
