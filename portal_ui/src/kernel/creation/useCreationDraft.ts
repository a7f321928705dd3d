import { useState } from 'react';
import { draftKey } from '../saving/drafts';
import { CreationDraft } from './creationDraft';

/**
 * The draft of a form that creates something; `id` is that of the request which it adds to, 0 for a new one. `read`
 * answers what was stored as the form's content, or null where it cannot be read.
 */
export function useCreationDraft<C>(kind: string, id: number, read: (stored: unknown) => C | null): CreationDraft<C> {
  const [draft] = useState(() => new CreationDraft(draftKey(kind, id, 'NEW'), read));
  return draft;
}
