import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';

/** Translations of the email settings. */
export const MailMessages = createMessagesProvider({
  en: () => import('../../../../locale/en/mailSettings.json'),
  es: () => import('../../../../locale/es/mailSettings.json'),
});
