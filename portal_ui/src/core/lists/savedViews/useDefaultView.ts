import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { homeList, rememberFirstRows } from '../../../api/initialRequests';
import { useMeta } from '../../../api/meta';
import type { ResourceMeta } from '../../../api/types';
import { useIsLeaving } from '../../routing/useIsNavigating';
import { firstAsked, namesState, searchOf } from './viewState';

/**
 * Opens a list in its default view where the address names nothing: before anything is asked for or painted, and in
 * the place of that address, so that Back leads to where one was before. Answers whether that is about to happen.
 */
export function useOpening(resource: ResourceMeta): boolean {
  const { search, hash, state, key } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const view = useMeta().defaultViews[resource.name];
  // A list that is on screen as it is stays so, whatever becomes its default meanwhile.
  const shown = useRef<string | null>(null);
  const opens = view !== undefined && !namesState(search) && shown.current !== key;
  useLayoutEffect(() => {
    if (!opens) shown.current = key;
    else if (!isLeaving()) {
      const to = { search: searchOf(view.state, resource, search), hash };
      void navigate(to, { replace: true, state, flushSync: true });
    }
  }, [opens, key, view, resource, search, hash, state, navigate, isLeaving]);
  useEffect(() => {
    if (resource.name === homeList) rememberFirstRows(view ? firstAsked(view.state, resource) : null);
  }, [resource, view]);
  return opens;
}
