import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ResourceMeta } from '../../server/types';
import { type ListState, readListState, writeListState } from './listState';

/** A list's state, read from the address and changed by changing the address. */
export function useListState(meta: ResourceMeta) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => readListState(search, meta), [search, meta]);
  // A late change (typing, sorting) builds on what the address says by then.
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });

  const change = useCallback(
    (part: Partial<ListState>, options: { replace?: boolean } = {}) => {
      if (isLeaving(pathname)) return;
      const next = { ...latest.current, page: 1, ...part };
      latest.current = next;
      navigate({ pathname, search: writeListState(next, meta), hash }, { ...options, preventScrollReset: true });
    },
    [navigate, pathname, hash, meta],
  );
  return { state, change };
}

/** True when the address names another page already, whose code may still be loading: nothing late brings one back. */
function isLeaving(pathname: string): boolean {
  const [address] = window.location.hash.slice(1).split(/[?#]/);
  return address !== '' && address !== pathname;
}
