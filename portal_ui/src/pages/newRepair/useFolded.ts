import { useCallback, useState } from 'react';

/** Which panels are folded. */
export function useFolded() {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => {
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  const unfold = useCallback((key: string) => {
    setFolded((before) => (before.has(key) ? new Set([...before].filter((other) => other !== key)) : before));
  }, []);
  return { folded, toggle, unfold };
}
