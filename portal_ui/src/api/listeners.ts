/** Listeners of a store outside of React, for `useSyncExternalStore`. */
export class Listeners {
  private readonly all = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.all.add(listener);
    return () => this.all.delete(listener);
  };

  notify(): void {
    for (const listener of this.all) listener();
  }
}
