import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Difference } from './dirtyValues';

/** A form on the page that may hold what is not saved yet. */
export interface UnsavedForm {
  dirty: boolean;
  discard: () => void;
  /** What is typed is kept on this device, also when the form is left. */
  keepsDraft?: boolean;
  /** Files of it have not reached the server yet; no draft keeps those. */
  uploading?: boolean;
  /** Differences between the record that filled the form and a newer one. */
  differences?: (fresh: unknown) => Difference[];
}

/** Register of the forms of one page, to ask whether leaving it would lose anything. */
export class UnsavedForms {
  private readonly forms = new Map<symbol, UnsavedForm>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly anyDirty = (): boolean => [...this.forms.values()].some((form) => form.dirty);

  /** How many hold what is not saved. */
  readonly dirtyCount = (): number => [...this.forms.values()].filter((form) => form.dirty).length;

  /** Whether leaving loses nothing: of all that is typed a draft is kept. */
  readonly allKeepDrafts = (): boolean => [...this.forms.values()].every((form) => !form.dirty || form.keepsDraft);

  readonly anyUploading = (): boolean => [...this.forms.values()].some((form) => form.dirty && form.uploading);

  put(key: symbol, form: UnsavedForm): void {
    this.forms.set(key, form);
    this.notifyListeners();
  }

  remove(key: symbol): void {
    this.forms.delete(key);
    this.notifyListeners();
  }

  discardAll(): void {
    for (const form of this.forms.values()) form.discard();
    for (const [key, form] of this.forms) this.forms.set(key, { ...form, dirty: false });
    this.notifyListeners();
  }

  differences(fresh: unknown): Difference[] {
    return [...this.forms.values()].flatMap((form) => form.differences?.(fresh) ?? []);
  }

  private notifyListeners(): void {
    for (const listener of this.listeners) listener();
  }
}

export const UnsavedContext = createContext<UnsavedForms>(new UnsavedForms());
export const UnsavedProvider = UnsavedContext.Provider;

/** Register a form with the page's leave prompt while it is on screen. */
export function useUnsavedForm(form: UnsavedForm): void {
  const { dirty, discard, keepsDraft = false, uploading = false, differences } = form;
  const forms = useContext(UnsavedContext);
  useEffect(() => {
    const key = Symbol('form');
    forms.put(key, { dirty, discard, keepsDraft, uploading, ...(differences ? { differences } : {}) });
    return () => forms.remove(key);
  }, [forms, dirty, discard, keepsDraft, uploading, differences]);
}

/** The page's forms, for those who leave it on purpose. */
export const useUnsavedForms = (): UnsavedForms => useContext(UnsavedContext);

/** Whether any form on the page holds what is not saved. */
export function useAnyDirty(): boolean {
  const forms = useContext(UnsavedContext);
  return useSyncExternalStore(forms.subscribe, forms.anyDirty);
}
