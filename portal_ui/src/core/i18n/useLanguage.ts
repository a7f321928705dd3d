import { useParams } from 'react-router';
import { isLanguage, type Language, storedLanguage } from './language';

/** The language that the address names. */
export function useLanguage(): Language {
  const { lang } = useParams();
  return isLanguage(lang) ? lang : storedLanguage();
}
