import { currentLanguage } from '../i18n/language';
import { keepEarly } from './early';
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

function addressOfFirst(): string {
  let query = firstAsked;
  try {
    query = { ...query, ...JSON.parse(localStorage.getItem(place()) ?? '{}') };
  } catch {
    // not what was noted there
  }
  return `${path}?${new URLSearchParams(query)}`;
}

/** The pages of a request, and what each asks for with the id of its address. */
const requests = {
  'process-repair': '/api/v1/repairing/fetch/repair?repairId=',
  'process-part-request': '/api/v1/parts/fetch/part-request?id=',
  'remote-support/process': '/api/v1/support/fetch/by/id?id=',
};

/** Asks for what the page at the address will ask for, beside its code and what the server declares rather than after. */
export function askFirst(): void {
  const address = firstAddress(location.hash.replace(/^#?\/?/, ''));
  if (address) keepEarly(address, send(address));
}

function firstAddress(opened: string): string | null {
  if (['', currentLanguage(), `${currentLanguage()}/${homeList}`].includes(opened)) return addressOfFirst();
  const [, page = '', id = ''] = /^[a-z]+\/(.+)\/(\d+)(?:\?|$)/.exec(opened) ?? [];
  return page in requests ? requests[page as keyof typeof requests] + id : null;
}
