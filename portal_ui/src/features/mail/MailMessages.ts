import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';

/** Messages of the page of the email settings. */
export const MailMessages = createMessagesProvider({
  en: () => import('../../../../locale/en/mailSettings.json'),
  es: () => import('../../../../locale/es/mailSettings.json'),
});
