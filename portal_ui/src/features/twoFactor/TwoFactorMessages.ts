import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';

/** Translations of two-factor authentication. */
export const TwoFactorMessages = createMessagesProvider({
  en: () => import('../../../../locale/en/factors.json'),
  es: () => import('../../../../locale/es/factors.json'),
});
