import { useParams } from 'react-router';
import { getStoredLanguage, isLanguage, type Language } from './language';

/** The language that the address names. */
export function useLanguage(): Language {
  const { lang } = useParams();
  return isLanguage(lang) ? lang : getStoredLanguage();
}
