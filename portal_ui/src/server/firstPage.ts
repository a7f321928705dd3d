import type { QueryClient } from '@tanstack/react-query';
import { currentLanguage } from '../i18n/language';
import { dataProvider } from './dataProvider';
import { askEarly } from './early';
import { send } from './http';
import { readSession } from './session';

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
  if (query) localStorage.setItem(place(), JSON.stringify(query));
  else localStorage.removeItem(place());
}

function queryOfFirst(): typeof firstAsked {
  try {
    return { ...firstAsked, ...JSON.parse(localStorage.getItem(place()) ?? '{}') };
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
 * Asks for what the page at the address will ask for, beside its code and what the server declares rather than after;
 * where that is the first list, answers how its rows are read.
 */
export function askFirst(): typeof prefetchRows | null {
  const addresses = firstAddresses(location.hash.replace(/^#?\/?/, ''));
  askEarly(addresses, send);
  return addresses.some((address) => address.startsWith(path)) ? prefetchRows : null;
}

/** Reads the first rows into the cache, as react-admin's useGetList will look for them there. */
async function prefetchRows(client: QueryClient): Promise<void> {
  const { filter, range, sort } = queryOfFirst();
  const [field, order] = JSON.parse(sort);
  const [, last] = JSON.parse(range);
  const params = { pagination: { page: 1, perPage: last + 1 }, sort: { field, order }, filter: JSON.parse(filter) };
  await client.prefetchQuery({
    queryKey: [homeList, 'getList', params],
    queryFn: () => dataProvider.getList(homeList, params),
  });
}

function firstAddresses(opened: string): string[] {
  if (['', currentLanguage(), `${currentLanguage()}/${homeList}`].includes(opened)) {
    return [`${path}?${new URLSearchParams(queryOfFirst())}`];
  }
  const [, page = '', id = ''] = /^[a-z]+\/(.+)\/(\d+)(?:\?|$)/.exec(opened) ?? [];
  return page in requests ? [requests[page as keyof typeof requests] + id, course + id] : [];
}
