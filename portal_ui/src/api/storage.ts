/**
 * localStorage and sessionStorage with a fallback in memory: they may be full, blocked by a policy, or throw at any
 * access. Nothing else accesses them (biome.json).
 */
class GuardedStorage {
  /** What the browser did not take. */
  private readonly memory = new Map<string, string>();

  constructor(private readonly getStorage: () => Storage) {
    // Another tab wrote a newer value, or cleared them all.
    globalThis.addEventListener?.('storage', ({ key, storageArea }) => {
      if (storageArea !== tryAccess(this.getStorage, null)) return;
      if (key === null) this.memory.clear();
      else this.memory.delete(key);
    });
  }

  getItem(key: string): string | null {
    return this.memory.get(key) ?? tryAccess(() => this.getStorage().getItem(key), null);
  }

  /** Whether the browser took it: else it is gone with the page. */
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

function tryAccess<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch {
    return otherwise;
  }
}

/** Kept on this device, for all tabs. */
export const deviceStorage = new GuardedStorage(() => window.localStorage);

/** Kept for this tab. */
export const tabStorage = new GuardedStorage(() => window.sessionStorage);
