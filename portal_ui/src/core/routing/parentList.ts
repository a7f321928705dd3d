import { useLayoutEffect, useSyncExternalStore } from 'react';
import { matchPath, useLocation } from 'react-router';
import { Listeners } from '../../api/listeners';
import { useMeta } from '../../api/meta';
import { readSession } from '../../api/session';
import { tabStorage } from '../../api/storage';
import type { Meta, ResourceMeta } from '../../api/types';
import { useLocalizedPath } from './links';
import { toRoutePattern } from './urls';

/** Return the storage key, one per user. */
const buildStorageKey = () => `portal_list:${readSession().session?.identification}`;

/** Store the list last viewed in this tab, with its filters, order and page. */
export function storeParentList(name: string, search: string): void {
  tabStorage.setItem(buildStorageKey(), JSON.stringify([name, search]));
}

function readLastList(): [name: string, search: string] {
  try {
    const [name, search] = JSON.parse(tabStorage.getItem(buildStorageKey()) ?? '');
    return [String(name), String(search)];
  } catch {
    return ['', ''];
  }
}

let currentStatus: string | null = null;
const listeners = new Listeners();

function setCurrentStatus(status: string | null): void {
  currentStatus = status;
  listeners.notify();
}

/** Publish the status of the current record, which determines its lists. */
export function usePublishStatus(status: string): void {
  useLayoutEffect(() => {
    setCurrentStatus(status);
    return () => setCurrentStatus(null);
  }, [status]);
}

/** Return whether a list can contain a status. Without a status filter it contains all. */
function canContain({ filters = [] }: ResourceMeta, status: string | null): boolean {
  const filter = filters.find(({ key }) => key === 'status');
  if (status === null || !filter || !('choices' in filter)) return true;
  return filter.choices.some(({ key }) => key === status);
}

/**
 * Return the list of a record, or of a form that adds to it, by its route.
 *
 * Of the lists that link to the record and can contain its status, it is the one viewed last, with its query, otherwise
 * one with a single record type.
 */
export function getParentList(
  route: string,
  { resources, pages }: Pick<Meta, 'resources' | 'pages'>,
  status: string | null = null,
) {
  const addsTo = pages.find(({ path }) => path === route)?.addsTo;
  const linksToRoute = ({ name, path, create, record, opensInNewTab }: ResourceMeta) =>
    path !== '' &&
    // Records of the report open in another tab, in which Back does not lead to it.
    !opensInNewTab &&
    (name === addsTo ||
      create === route ||
      Object.values(record).some((each) => each && matchPath(`/${toRoutePattern(each)}`, `/${route}`)));
  const [name, search] = readLastList();
  const candidates = resources.filter((resource) => linksToRoute(resource) && canContain(resource, status));
  const last = candidates.find((resource) => resource.name === name);
  const list = last ?? candidates.find(({ record }) => Object.keys(record).length === 1) ?? candidates[0];
  return list && { title: list.title, path: list.path, to: last ? `${list.path}${search}` : list.path };
}

/** Return the list of the current record or form, for the back link. */
export function useParentList() {
  const { pathname } = useLocation();
  const path = useLocalizedPath();
  const status = useSyncExternalStore(listeners.subscribe, () => currentStatus);
  return getParentList(pathname.slice(path('').length), useMeta(), status);
}
