import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';

/** Translations of the interface around the help pages. */
export const HelpMessages = createMessagesProvider(import.meta.glob('../../../../locale/*/help.json'));
