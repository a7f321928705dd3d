import { currentLanguage } from '../i18n/language';
import { send } from './http';
import { readSession } from './session';

/** The list that the portal opens at. */
export const homeList = 'active-repairs';

const freshFor = 10_000;

let asked: { by: string; at: number; answer: Promise<Response> } | null = null;

const asker = () => `${currentLanguage()} ${readSession().session?.token}`;

/**
 * Asks for the rows of the home list where the portal opens at it, beside what the server declares rather than after:
 * without a query the server answers what the list shows at first.
 */
export function askFirstRows(): void {
  const opensAtHome = ['', currentLanguage(), `${currentLanguage()}/${homeList}`];
  if (!opensAtHome.includes(location.hash.replace(/^#?\/?/, ''))) return;
  asked = { by: asker(), at: Date.now(), answer: send(`/api/rest/${homeList}`) };
  asked.answer.catch(() => undefined); // told to whoever takes it
}

/** The answer to that: once, while it is fresh, and for a list that is as it is at first. */
export function takeFirstRows(): Promise<Response> | null {
  const first = asked;
  asked = null;
  const isMeant = first?.by === asker() && Date.now() - first.at < freshFor && !location.hash.includes('?');
  return isMeant ? first.answer : null;
}
