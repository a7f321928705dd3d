import { memoryStore, type Store } from 'ra-core';
import { deviceStorage } from './storage';

/** Where react-admin draws the navigation as a drawer: below the theme's `sm`. */
const phone = '(max-width: 599.95px)';
/** Where the open navigation would take too much of the page. */
export const railScreen = '(max-width: 1099.95px)';

/**
 * react-admin's store, one for each user, so that no setting outlives its user. The language is in the address instead.
 */
export function createStore(user: string | undefined): Store {
  if (user === undefined) return memoryStore();
  // No name holds a slash, so none begins like another's.
  const store = deviceStore(`portal_store:${user}/`);
  // On a phone the navigation covers the page: one that was open greets nobody after a reload.
  if (window.matchMedia?.(phone).matches) store.removeItem('sidebar.open');
  // On a tablet it takes a third of the page: closed until the user opens it. Not stored, as the window may grow.
  return {
    ...store,
    getItem: <T>(key: string, otherwise?: T) =>
      store.getItem<T>(
        key,
        key === 'sidebar.open' && window.matchMedia?.(railScreen).matches ? (false as T) : otherwise,
      ) as T,
  };
}

/**
 * A store kept on this device. Not ra-core's localStorageStore: that reads localStorage while it is imported, which a
 * browser that blocks it answers by an exception, and the whole portal does not start.
 */
function deviceStore(prefix: string): Store {
  type Listener = (value: unknown) => void;
  const listeners = new Map<string, Set<Listener>>();
  const publish = (key: string, value?: unknown) => {
    for (const listener of listeners.get(key) ?? []) listener(value);
  };
  const removeItem = (key: string) => {
    deviceStorage.removeItem(prefix + key);
    publish(key);
  };
  const removeItems = (keyPrefix: string) => {
    for (const key of deviceStorage.keys()) {
      if (key.startsWith(prefix + keyPrefix)) removeItem(key.slice(prefix.length));
    }
  };
  return {
    setup: () => {},
    teardown: () => {},
    getItem: (key, otherwise) => read(prefix + key) ?? otherwise,
    setItem: (key, value) => {
      if (value === undefined) return removeItem(key);
      deviceStorage.setItem(prefix + key, JSON.stringify(value));
      publish(key, value);
    },
    removeItem,
    removeItems,
    reset: () => removeItems(''),
    subscribe: (key, listener) => {
      const heard = listeners.get(key) ?? new Set();
      listeners.set(key, heard.add(listener));
      return () => void heard.delete(listener);
    },
  };
}

function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(deviceStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined; // not what was written there
  }
}
