import { useCallback, useRef } from 'react';
import { newIdempotencyKey } from '../../shared/idempotencyKey';

export { newIdempotencyKey };

/** The key of a send: the same one while the same content is sent again, so that a lost answer creates nothing twice. */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return useCallback((content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: newIdempotencyKey() };
    return last.current.key;
  }, []);
}
