import { I18nContext } from 'ra-core';
import { type ReactNode, use } from 'react';
import { getI18nProviderWith, type MessageLoaders } from './i18nProvider';
import { useLanguage } from './useLanguage';

/**
 * Create a provider of page-specific messages, which are a separate chunk. Its children suspend until the messages are
 * loaded.
 */
export function createMessagesProvider(loaders: MessageLoaders) {
  const loadProvider = getI18nProviderWith(loaders);
  return function MessagesProvider({ children }: { children: ReactNode }) {
    return <I18nContext.Provider value={use(loadProvider(useLanguage()))}>{children}</I18nContext.Provider>;
  };
}
