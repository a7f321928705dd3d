import { localStorageStore, memoryStore, type Store } from 'ra-core';

/**
 * react-admin's store, one for each user: what one chose never greets the next. The language is not in it but in the
 * address: react-admin reads it from its words, and choosing one is told to `onLanguage`.
 */
export function storeOf(user: string | undefined, onLanguage: (chosen: unknown) => void): Store {
  // No name holds a slash, so none begins like another's.
  const store = user === undefined ? memoryStore() : localStorageStore('1', `.${user}/`);
  return {
    ...store,
    getItem: (key, defaultValue) => (key === 'locale' ? defaultValue : store.getItem(key, defaultValue)),
    setItem: (key, value) => (key === 'locale' ? onLanguage(value) : store.setItem(key, value)),
  };
}
