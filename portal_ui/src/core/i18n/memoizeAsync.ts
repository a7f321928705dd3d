import { toChunkError } from '../ui/chunkErrors';

/** Memoize promises by key, for React's `use`. A rejected one is retried. */
export function memoizeAsync<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const loaded = new Map<Key, Promise<Value>>();
  return (key) => {
    const known = loaded.get(key);
    if (known) return known;
    const value = load(key).catch(async (error: unknown) => {
      const reason = await toChunkError(error);
      loaded.delete(key);
      throw reason;
    });
    loaded.set(key, value);
    return value;
  };
}
