import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { readSession } from '../../../api/session';
import { tabStorage } from '../../../api/storage';

const buildStorageKey = (list: string) => `portal_view:${readSession().session?.identification}:${list}`;

/** The view that this tab's list was put into, as long as one goes on from there: a link that leads elsewhere ends it. */
export function useSelectedViewId(list: string) {
  const { search } = useLocation();
  const [last, setLast] = useState(() => {
    try {
      const [id, at] = JSON.parse(tabStorage.getItem(buildStorageKey(list)) ?? '[]');
      return typeof id === 'number' && at === search ? id : null;
    } catch {
      return null;
    }
  });
  useEffect(() => {
    if (last === null) tabStorage.removeItem(buildStorageKey(list));
    else tabStorage.setItem(buildStorageKey(list), JSON.stringify([last, search]));
  }, [list, last, search]);
  return [last, setLast] as const;
}
