import { localStorageStore, memoryStore, type Store } from 'ra-core';

/** Where react-admin draws the navigation as a drawer: below the theme's `sm`. */
const phone = '(max-width: 599.95px)';

/** react-admin's store, one for each user: what one chose never greets the next. The language is in the address instead. */
export function storeOf(user: string | undefined): Store {
  if (user === undefined) return memoryStore();
  // No name holds a slash, so none begins like another's.
  const store = localStorageStore('1', `.${user}/`);
  // On a phone the navigation covers the page: one that was open greets nobody after a reload.
  if (window.matchMedia?.(phone).matches) store.removeItem('sidebar.open');
  return store;
}
