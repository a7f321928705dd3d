import { I18nContext } from 'ra-core';
import { type ReactNode, use } from 'react';
import { getI18nProviderWith, type MessageLoaders } from './i18nProvider';
import { useLanguage } from './useLanguage';

/**
 * A component that provides messages which only some pages show. They load with these pages; what it contains is
 * suspended until then.
 */
export function createMessagesProvider(loaders: MessageLoaders) {
  const loadProvider = getI18nProviderWith(loaders);
  return function MessagesProvider({ children }: { children: ReactNode }) {
    return <I18nContext.Provider value={use(loadProvider(useLanguage()))}>{children}</I18nContext.Provider>;
  };
}
