import { getI18nProviderWith } from './i18nProvider';
import { mergeMessages } from './mergeMessages';

const english = import.meta.glob('../../../../locale/en/{new*,report}.json', { eager: true, import: 'default' });
const spanish = import.meta.glob('../../../../locale/es/{new*,report}.json', { eager: true, import: 'default' });

/** Messages of all pages but imports, help and two-factor authentication, for tests of parts of a page. */
export const getTestI18nProvider = getI18nProviderWith({
  en: async () => ({ default: mergeMessages(...Object.values(english)) }),
  es: async () => ({ default: mergeMessages(...Object.values(spanish)) }),
});
