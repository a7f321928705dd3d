import { localStorageStore, memoryStore, type Store } from 'ra-core';

/** react-admin's store, one for each user: what one chose never greets the next. The language is in the address instead. */
export function storeOf(user: string | undefined): Store {
  // No name holds a slash, so none begins like another's.
  return user === undefined ? memoryStore() : localStorageStore('1', `.${user}/`);
}
