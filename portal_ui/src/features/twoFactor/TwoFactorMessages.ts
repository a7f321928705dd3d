import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';

/** Translations of two-factor authentication. */
export const TwoFactorMessages = createMessagesProvider({
  en: () => import('../../../../locale/en/twoFactor.json'),
  es: () => import('../../../../locale/es/twoFactor.json'),
});
