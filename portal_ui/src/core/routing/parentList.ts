import { useLayoutEffect, useSyncExternalStore } from 'react';
import { matchPath, useLocation } from 'react-router';
import { useMeta } from '../../api/meta';
import { readSession } from '../../api/session';
import { tabStorage } from '../../api/storage';
import type { ResourceMeta } from '../../api/types';
import { useLocalizedPath } from './links';
import { toRoutePattern } from './urls';

/** Return the storage key, one per user. */
const buildStorageKey = () => `portal_list:${readSession().session?.identification}`;

/** Store the list last viewed in this tab, with its filters, order and page. */
export function storeParentList(name: string, search: string): void {
  tabStorage.setItem(buildStorageKey(), JSON.stringify([name, search]));
}

function lastList(): [name: string, search: string] {
  try {
    const [name, search] = JSON.parse(tabStorage.getItem(buildStorageKey()) ?? '');
    return [String(name), String(search)];
  } catch {
    return ['', ''];
  }
}

let shownStatus: string | null = null;
const watchers = new Set<() => void>();

function setShownStatus(status: string | null): void {
  shownStatus = status;
  for (const tell of watchers) tell();
}

/** Publish the status of the current record, which determines its lists. */
export function useShownStatus(status: string): void {
  useLayoutEffect(() => {
    setShownStatus(status);
    return () => setShownStatus(null);
  }, [status]);
}

const watch = (tell: () => void) => {
  watchers.add(tell);
  return () => void watchers.delete(tell);
};

/** Return whether a list can contain a status. Without a status filter it contains all. */
function mayHold({ filters = [] }: ResourceMeta, status: string | null): boolean {
  const filter = filters.find(({ key }) => key === 'status');
  if (status === null || !filter || !('choices' in filter)) return true;
  return filter.choices.some(({ key }) => key === status);
}

/**
 * Return the list of a record by its route ("process-repair/7"). Of the lists that link to the record and can contain
 * its status: the one viewed last, with its query, else one with a single record type.
 */
export function getParentList(route: string, resources: readonly ResourceMeta[], status: string | null = null) {
  const leads = ({ path, record }: ResourceMeta) =>
    path !== '' && Object.values(record).some((each) => each && matchPath(`/${toRoutePattern(each)}`, `/${route}`));
  const [name, search] = lastList();
  const leading = resources.filter((resource) => leads(resource) && mayHold(resource, status));
  const last = leading.find((resource) => resource.name === name);
  const list = last ?? leading.find(({ record }) => Object.keys(record).length === 1) ?? leading[0];
  return list && { title: list.title, path: list.path, to: last ? `${list.path}${search}` : list.path };
}

/** Return the list of the current record, for the back link. */
export function useParentList() {
  const { pathname } = useLocation();
  const path = useLocalizedPath();
  const status = useSyncExternalStore(watch, () => shownStatus);
  return getParentList(pathname.slice(path('').length), useMeta().resources, status);
}
