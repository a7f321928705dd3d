import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';

/** Messages of imports. */
export const ImportMessages = createMessagesProvider({
  en: () => import('../../../../locale/en/imports.json'),
  es: () => import('../../../../locale/es/imports.json'),
});
