import { currentLanguage } from '../i18n/language';
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

const freshFor = 10_000;

let asked: { address: string; by: string; at: number; answer: Promise<Response> } | null = null;

const asker = () => `${currentLanguage()} ${readSession().session?.token}`;

/** Asks for the rows of the home list where the portal opens at it, beside what the server declares rather than after. */
export function askFirstRows(): void {
  const opensAtHome = ['', currentLanguage(), `${currentLanguage()}/${homeList}`];
  if (!opensAtHome.includes(location.hash.replace(/^#?\/?/, ''))) return;
  const address = addressOfFirst();
  asked = { address, by: asker(), at: Date.now(), answer: send(address) };
  asked.answer.catch(() => undefined); // told to whoever takes it
}

/** The answer to that, once and while it is fresh, to who asks for the very same. */
export function takeFirstRows(url: string): Promise<Response> | null {
  if (!asked || inOneWriting(url) !== asked.address) return null;
  const first = asked;
  asked = null;
  return first.by === asker() && Date.now() - first.at < freshFor ? first.answer : null;
}

/** An address as it is written here: a space, for one, may be written in two ways. */
function inOneWriting(url: string): string {
  const [start, query = ''] = url.split('?');
  return `${start}?${new URLSearchParams(query)}`;
}
