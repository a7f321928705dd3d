import { getI18nProviderWith } from './i18nProvider';
import { mergeMessages } from './mergeMessages';

const english = import.meta.glob('../../../../locale/en/{new*,report}.json', { eager: true, import: 'default' });
const spanish = import.meta.glob('../../../../locale/es/{new*,report}.json', { eager: true, import: 'default' });

/** Load an i18nProvider for tests, with the messages of creation pages and report. */
export const getTestI18nProvider = getI18nProviderWith({
  en: async () => ({ default: mergeMessages(...Object.values(english)) }),
  es: async () => ({ default: mergeMessages(...Object.values(spanish)) }),
});
