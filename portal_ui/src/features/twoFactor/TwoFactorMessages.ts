import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';

/** Translations of two-factor authentication. */
export const TwoFactorMessages = createMessagesProvider(import.meta.glob('../../../../locale/*/twoFactor.json'));
