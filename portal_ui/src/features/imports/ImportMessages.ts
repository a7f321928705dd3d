import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';

/** Translations of the imports feature. */
export const ImportMessages = createMessagesProvider(import.meta.glob('../../../../locale/*/imports.json'));
