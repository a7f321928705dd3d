import { useCallback, useEffect, useRef, useState } from 'react';
import { type FormContent, removeDraft, saveDraft } from './draft';

const EVERY_MS = 30_000;

/** What is known of the draft: when it was last saved on this device, or that it could not be. */
export type Saved = { at: Date } | 'failed' | null;

/**
 * Keeps the draft: every 30 seconds when something changed, and whenever the page is left or hidden.
 * `content` answers the form as it stands, or null while it is empty.
 */
export function useAutosave(username: string, content: () => FormContent | null) {
  const [saved, setSaved] = useState<Saved>(null);
  const changed = useRef(false);
  const latest = useRef(content);
  useEffect(() => {
    latest.current = content;
  });

  /** Saves now: after a removal, before sending. An empty form has no draft. */
  const save = useCallback(() => {
    changed.current = false;
    const form = latest.current();
    if (form === null) {
      removeDraft(username);
      return setSaved(null);
    }
    const now = new Date();
    setSaved(saveDraft(username, form, now) ? { at: now } : 'failed');
  }, [username]);

  const discard = useCallback(() => {
    changed.current = false;
    removeDraft(username);
    setSaved(null);
  }, [username]);

  const touch = useCallback(() => {
    changed.current = true;
  }, []);

  useEffect(() => {
    const saveIfChanged = () => changed.current && save();
    const onHide = () => document.visibilityState === 'hidden' && saveIfChanged();
    const timer = setInterval(saveIfChanged, EVERY_MS);
    window.addEventListener('pagehide', saveIfChanged);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', saveIfChanged);
      document.removeEventListener('visibilitychange', onHide);
      saveIfChanged();
    };
  }, [save]);

  return { saved, save, discard, touch };
}
