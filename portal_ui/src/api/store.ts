import { memoryStore, type Store } from 'ra-core';
import { deviceStorage } from './storage';

/** Viewports below `sm` of the theme, where the navigation is a drawer. */
const PHONE_QUERY = '(max-width: 599.95px)';
/** Viewports where the expanded navigation would be too wide. */
export const NARROW_SIDEBAR_QUERY = '(max-width: 1099.95px)';

/** Create react-admin's store, one per user. The language is in the address instead. */
export function createStore(user: string | undefined): Store {
  if (user === undefined) return memoryStore();
  // Usernames have no slash, so no prefix matches another user's keys.
  const store = deviceStore(`portal_store:${user}/`);
  // On a phone the navigation covers the page, so a reload closes it.
  if (window.matchMedia?.(PHONE_QUERY).matches) store.removeItem('sidebar.open');
  // On a tablet it takes a third of the page, so it starts closed. Not stored, as the window may grow.
  return {
    ...store,
    getItem: <T>(key: string, otherwise?: T) =>
      store.getItem<T>(
        key,
        key === 'sidebar.open' && window.matchMedia?.(NARROW_SIDEBAR_QUERY).matches ? (false as T) : otherwise,
      ) as T,
  };
}

/**
 * Create a store on this device. Unlike ra-core's localStorageStore, which reads localStorage on import, it does not
 * throw in a browser that blocks storage.
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
      const keyListeners = listeners.get(key) ?? new Set();
      listeners.set(key, keyListeners.add(listener));
      return () => void keyListeners.delete(listener);
    },
  };
}

function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(deviceStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined; // invalid JSON
  }
}
