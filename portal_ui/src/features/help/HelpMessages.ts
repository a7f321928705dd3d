import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';

/** Translations of the interface around the help pages. */
export const HelpMessages = createMessagesProvider({
  en: () => import('../../../../locale/en/help.json'),
  es: () => import('../../../../locale/es/help.json'),
});
