import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { Listeners } from '../../api/listeners';
import type { Difference } from './dirtyValues';

/** Form on the page that may have unsaved changes. */
export interface UnsavedForm {
  dirty: boolean;
  discard: () => void;
  /** Keep a draft on this device when the form is left. */
  keepsDraft?: boolean;
  /** True while files are uploading, which a draft does not contain. */
  uploading?: boolean;
  /** Return the differences between the record of the form and a newer one. */
  differences?: (latest: unknown) => Difference[];
}

/** Registry of the forms of a page, for the leave prompt. */
export class UnsavedForms {
  private readonly forms = new Map<symbol, UnsavedForm>();
  private readonly listeners = new Listeners();

  readonly subscribe = this.listeners.subscribe;

  readonly anyDirty = (): boolean => [...this.forms.values()].some((form) => form.dirty);

  /** Count the dirty forms. */
  readonly dirtyCount = (): number => [...this.forms.values()].filter((form) => form.dirty).length;

  /** Return whether all dirty forms keep a draft, so that leaving loses nothing. */
  readonly allKeepDrafts = (): boolean => [...this.forms.values()].every((form) => !form.dirty || form.keepsDraft);

  readonly anyUploading = (): boolean => [...this.forms.values()].some((form) => form.dirty && form.uploading);

  register(key: symbol, form: UnsavedForm): void {
    this.forms.set(key, form);
    this.listeners.notify();
  }

  remove(key: symbol): void {
    this.forms.delete(key);
    this.listeners.notify();
  }

  discardAll(): void {
    for (const form of this.forms.values()) form.discard();
    this.markClean();
  }

  /** Discard the dirty forms, after the leave prompt. Drafts are deleted only if it offered to keep them. */
  discardDirty(): void {
    const hasOfferedDrafts = this.allKeepDrafts();
    for (const form of this.forms.values()) {
      if (form.dirty && (hasOfferedDrafts || !form.keepsDraft)) form.discard();
    }
    this.markClean();
  }

  private markClean(): void {
    for (const [key, form] of this.forms) this.forms.set(key, { ...form, dirty: false });
    this.listeners.notify();
  }

  differences(latest: unknown): Difference[] {
    return [...this.forms.values()].flatMap((form) => form.differences?.(latest) ?? []);
  }
}

export const UnsavedContext = createContext<UnsavedForms>(new UnsavedForms());
export const UnsavedProvider = UnsavedContext.Provider;

/** Register a form with the page's leave prompt while mounted. */
export function useUnsavedForm(form: UnsavedForm): void {
  const { dirty, discard, keepsDraft = false, uploading = false, differences } = form;
  const forms = useContext(UnsavedContext);
  useEffect(() => {
    const key = Symbol('form');
    forms.register(key, { dirty, discard, keepsDraft, uploading, ...(differences ? { differences } : {}) });
    return () => forms.remove(key);
  }, [forms, dirty, discard, keepsDraft, uploading, differences]);
}

/** Return the registry of the page's forms, e.g. to discard them on leaving. */
export const useUnsavedForms = (): UnsavedForms => useContext(UnsavedContext);

/** Return whether any form on the page is dirty. */
export function useAnyDirty(): boolean {
  const forms = useContext(UnsavedContext);
  return useSyncExternalStore(forms.subscribe, forms.anyDirty);
}

/** Return whether all dirty forms on the page keep a draft. */
export function useKeepsDrafts(): boolean {
  const forms = useContext(UnsavedContext);
  return useSyncExternalStore(forms.subscribe, forms.allKeepDrafts);
}
