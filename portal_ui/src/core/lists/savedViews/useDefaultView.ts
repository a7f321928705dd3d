import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { HOME_LIST, storeDefaultListQuery } from '../../../api/initialRequests';
import { useMeta } from '../../../api/meta';
import type { ResourceMeta } from '../../../api/types';
import { useIsNavigating } from '../../routing/useIsNavigating';
import { hasListParams, toDefaultListQuery, toSearch } from './viewState';

/**
 * Opens a list in its default view where the address names nothing: before anything is asked for or painted, and in
 * the place of that address, so that Back leads to where one was before. Answers whether that is about to happen.
 */
export function useDefaultView(resource: ResourceMeta): boolean {
  const { search, hash, state, key } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useIsNavigating();
  const view = useMeta().defaultViews[resource.name];
  // A list that is on screen as it is stays so, whatever becomes its default meanwhile.
  const shown = useRef<string | null>(null);
  const opens = view !== undefined && !hasListParams(search) && shown.current !== key;
  useLayoutEffect(() => {
    if (!opens) shown.current = key;
    else if (!isLeaving()) {
      const to = { search: toSearch(view.state, resource, search), hash };
      void navigate(to, { replace: true, state, flushSync: true });
    }
  }, [opens, key, view, resource, search, hash, state, navigate, isLeaving]);
  useEffect(() => {
    if (resource.name === HOME_LIST) storeDefaultListQuery(view ? toDefaultListQuery(view.state, resource) : null);
  }, [resource, view]);
  return opens;
}
