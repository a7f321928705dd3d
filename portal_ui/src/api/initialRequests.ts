import { currentLanguage } from '../core/i18n/language';
import { send } from './http';
import { askEarly } from './preloadCache';
import { readSession } from './session';
import { deviceStorage } from './storage';

/** Where the server tells what it declares. */
export const metaPath = '/api/rest/meta';

/** The list that the portal opens at, and what react-admin asks of it at first. Were it to ask otherwise, it would ask anew. */
export const homeList = 'active-repairs';
const firstAsked = {
  filter: JSON.stringify({}),
  range: JSON.stringify([0, 9]),
  sort: JSON.stringify(['createdAt', 'DESC']),
};
const path = `/api/rest/${homeList}`;
const place = () => `portal_first_rows:${readSession().session?.identification}`;

/** Notes what the list asks for where the user has another view of it as its default; null where it has none. */
export function rememberFirstRows(query: typeof firstAsked | null): void {
  if (query) deviceStorage.setItem(place(), JSON.stringify(query));
  else deviceStorage.removeItem(place());
}

/** What the list that the portal opens at asks for. */
export function queryOfFirst(): typeof firstAsked {
  try {
    return { ...firstAsked, ...JSON.parse(deviceStorage.getItem(place()) ?? '{}') };
  } catch {
    return firstAsked; // not what was noted there
  }
}

/** The pages of a request, and what each asks for with the id of its address. */
const requests = {
  'process-repair': '/api/v1/repairing/fetch/repair?repairId=',
  'process-part-request': '/api/v1/parts/fetch/part-request?id=',
  'remote-support/process': '/api/v1/support/fetch/by/id?id=',
};
/** What each of them asks for besides, with the same id. */
const course = '/api/v1/requests/fetch/course?requestId=';

/**
 * Asks for what the server declares and for what the page at the address will ask for, beside the portal's code rather
 * than after it; nobody signed in, nothing.
 */
export function askFirst(): void {
  if (readSession().session) askEarly([metaPath, ...firstAddresses()], send);
}

const opened = () => location.hash.replace(/^#?\/?/, '');

/** Whether the address is that of the list that the portal opens at. */
export const opensHomeList = () => ['', currentLanguage(), `${currentLanguage()}/${homeList}`].includes(opened());

function firstAddresses(): string[] {
  if (opensHomeList()) return [`${path}?${new URLSearchParams(queryOfFirst())}`];
  const [, page = '', id = ''] = /^[a-z]+\/(.+)\/(\d+)(?:\?|$)/.exec(opened()) ?? [];
  return page in requests ? [requests[page as keyof typeof requests] + id, course + id] : [];
}
