import { getCurrentLanguage } from '../core/i18n/language';
import { send } from './http';
import { preload } from './preloadCache';
import { readSession } from './session';
import { deviceStorage } from './storage';

/** URL of the meta: resources, pages and choices available to the user. */
export const META_URL = '/api/rest/meta';

/** Home list. Its preloaded query must equal react-admin's, which is otherwise sent too. */
export const HOME_LIST = 'active-repairs';
const DEFAULT_LIST_QUERY = {
  filter: JSON.stringify({}),
  range: JSON.stringify([0, 9]),
  sort: JSON.stringify(['createdAt', 'DESC']),
};
const homeListUrl = `/api/rest/${HOME_LIST}`;
const buildStorageKey = () => `portal_first_rows:${readSession().session?.identification}`;

/** Store the home list's query of the user's default view; null if there is none. */
export function storeDefaultListQuery(query: typeof DEFAULT_LIST_QUERY | null): void {
  if (query) deviceStorage.setItem(buildStorageKey(), JSON.stringify(query));
  else deviceStorage.removeItem(buildStorageKey());
}

/** Return the first query of the home list. */
export function getInitialListQuery(): typeof DEFAULT_LIST_QUERY {
  try {
    return { ...DEFAULT_LIST_QUERY, ...JSON.parse(deviceStorage.getItem(buildStorageKey()) ?? '{}') };
  } catch {
    return DEFAULT_LIST_QUERY; // invalid JSON
  }
}

/** Endpoint by process page; the id of the route is appended. */
const requests = {
  'process-repair': '/api/v1/repairing/fetch/repair?repairId=',
  'process-part-request': '/api/v1/parts/fetch/part-request?id=',
  'remote-support/process': '/api/v1/support/fetch/by/id?id=',
};
/** Endpoint that each process page also requests, with the same id. */
const timelineUrl = '/api/v1/requests/fetch/course?requestId=';

/** Preload meta and the page's first data in parallel with the code, if logged in. */
export function preloadInitialRequests(): void {
  if (readSession().session) preload([META_URL, ...getInitialUrls()], send);
}

const getCurrentRoute = () => location.hash.replace(/^#?\/?/, '');

/** Return whether the address is the home list, without a query. */
export const isHomeListUrl = () =>
  ['', getCurrentLanguage(), `${getCurrentLanguage()}/${HOME_LIST}`].includes(getCurrentRoute());

function getInitialUrls(): string[] {
  if (isHomeListUrl()) return [`${homeListUrl}?${new URLSearchParams(getInitialListQuery())}`];
  const [, page = '', id = ''] = /^[a-z]+\/(.+)\/(\d+)(?:\?|$)/.exec(getCurrentRoute()) ?? [];
  return page in requests ? [requests[page as keyof typeof requests] + id, timelineUrl + id] : [];
}
