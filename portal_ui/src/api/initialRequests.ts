import { getCurrentLanguage } from '../core/i18n/language';
import { send } from './http';
import { preload } from './preloadCache';
import { readSession } from './session';
import { deviceStorage } from './storage';

/** Where the server tells what it declares. */
export const META_URL = '/api/rest/meta';

/** Home list and react-admin's first query for it; a different query would be sent a second time. */
export const HOME_LIST = 'active-repairs';
const DEFAULT_LIST_QUERY = {
  filter: JSON.stringify({}),
  range: JSON.stringify([0, 9]),
  sort: JSON.stringify(['createdAt', 'DESC']),
};
const homeListUrl = `/api/rest/${HOME_LIST}`;
const buildStorageKey = () => `portal_first_rows:${readSession().session?.identification}`;

/** Notes what the list asks for where the user has another view of it as its default; null where it has none. */
export function storeDefaultListQuery(query: typeof DEFAULT_LIST_QUERY | null): void {
  if (query) deviceStorage.setItem(buildStorageKey(), JSON.stringify(query));
  else deviceStorage.removeItem(buildStorageKey());
}

/** Return the first query of the home list. */
export function getInitialListQuery(): typeof DEFAULT_LIST_QUERY {
  try {
    return { ...DEFAULT_LIST_QUERY, ...JSON.parse(deviceStorage.getItem(buildStorageKey()) ?? '{}') };
  } catch {
    return DEFAULT_LIST_QUERY; // not what was noted there
  }
}

/** The pages of a request, and what each asks for with the id of its address. */
const requests = {
  'process-repair': '/api/v1/repairing/fetch/repair?repairId=',
  'process-part-request': '/api/v1/parts/fetch/part-request?id=',
  'remote-support/process': '/api/v1/support/fetch/by/id?id=',
};
/** Request that each process page also sends, with the same id. */
const timelineUrl = '/api/v1/requests/fetch/course?requestId=';

/** Preload meta and the data of the page at the address in parallel with the code. Does nothing while logged out. */
export function preloadInitialRequests(): void {
  if (readSession().session) preload([META_URL, ...getInitialUrls()], send);
}

const getCurrentRoute = () => location.hash.replace(/^#?\/?/, '');

/** Whether the address is that of the list that the portal opens at. */
export const isHomeListUrl = () =>
  ['', getCurrentLanguage(), `${getCurrentLanguage()}/${HOME_LIST}`].includes(getCurrentRoute());

function getInitialUrls(): string[] {
  if (isHomeListUrl()) return [`${homeListUrl}?${new URLSearchParams(getInitialListQuery())}`];
  const [, page = '', id = ''] = /^[a-z]+\/(.+)\/(\d+)(?:\?|$)/.exec(getCurrentRoute()) ?? [];
  return page in requests ? [requests[page as keyof typeof requests] + id, timelineUrl + id] : [];
}
