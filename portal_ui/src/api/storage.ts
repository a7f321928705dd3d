/**
 * Wrapper of localStorage or sessionStorage with a fallback in memory. They may be full, blocked by a policy, or throw
 * on any access. Other code must not access them (biome.json).
 */
class GuardedStorage {
  /** Values that the browser did not store. */
  private readonly memory = new Map<string, string>();

  constructor(private readonly getStorage: () => Storage) {
    // Another tab wrote a newer value or cleared the storage (key null).
    globalThis.addEventListener?.('storage', ({ key, storageArea }) => {
      if (storageArea !== tryAccess(this.getStorage, null)) return;
      if (key === null) this.memory.clear();
      else this.memory.delete(key);
    });
  }

  getItem(key: string): string | null {
    return this.memory.get(key) ?? tryAccess(() => this.getStorage().getItem(key), null);
  }

  /** Store a value; return whether it survives the page. */
  setItem(key: string, value: string): boolean {
    const isStored = tryAccess(() => {
      this.getStorage().setItem(key, value);
      return true;
    }, false);
    if (isStored) this.memory.delete(key);
    else this.memory.set(key, value);
    return isStored;
  }

  removeItem(key: string): void {
    this.memory.delete(key);
    tryAccess(() => this.getStorage().removeItem(key), undefined);
  }

  keys(): string[] {
    return [...new Set([...this.memory.keys(), ...tryAccess(() => Object.keys(this.getStorage()), [])])];
  }
}

function tryAccess<T>(access: () => T, fallback: T): T {
  try {
    return access();
  } catch {
    return fallback;
  }
}

/** Storage of this device, shared by all tabs. */
export const deviceStorage = new GuardedStorage(() => window.localStorage);

/** Storage of this tab. */
export const tabStorage = new GuardedStorage(() => window.sessionStorage);
