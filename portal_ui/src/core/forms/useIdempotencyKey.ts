import { useCallback, useRef } from 'react';
import { newIdempotencyKey } from '../../api/idempotencyKey';

const none = { content: '', key: '' };

/**
 * Return a function for idempotency keys, and one to call after a save. The same content has the same key, so that a
 * retry after a lost response creates nothing twice. After the second call, the same content is a new request. The key
 * of a rejected request may be sent again, as the server does not store it.
 */
export function useIdempotencyKey(): [keyOf: (content: unknown) => string, saved: () => void] {
  const last = useRef(none);
  const getKey = useCallback((content: unknown) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: newIdempotencyKey() };
    return last.current.key;
  }, []);
  const renewKey = useCallback(() => {
    last.current = none;
  }, []);
  return [getKey, renewKey];
}
