import { useCallback, useRef } from 'react';
import { newIdempotencyKey } from '../../api/idempotencyKey';

export { newIdempotencyKey };

const none = { content: '', key: '' };

/**
 * The key of a send: the same one while the same content is sent again, so that a lost answer creates nothing twice.
 * Who stays on the screen once it is saved tells so: the same content is a new save then. The key of a refused send
 * may come again, as the server keeps none of those.
 */
export function useIdempotencyKey(): [keyOf: (content: unknown) => string, saved: () => void] {
  const last = useRef(none);
  const keyOf = useCallback((content: unknown) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: newIdempotencyKey() };
    return last.current.key;
  }, []);
  const saved = useCallback(() => {
    last.current = none;
  }, []);
  return [keyOf, saved];
}
