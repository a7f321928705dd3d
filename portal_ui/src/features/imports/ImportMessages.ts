import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';

/** Translations of the imports feature. */
export const ImportMessages = createMessagesProvider({
  en: () => import('../../../../locale/en/imports.json'),
  es: () => import('../../../../locale/es/imports.json'),
});
