import { getCurrentLanguage } from '../core/i18n/language';
import { readSession } from './session';

/** Lifetime of an unused response in ms; code loads late on slow connections. */
const MAX_AGE_MS = 20_000;

type Preloaded = { owner: string; startedAt: number; response: Promise<Response>; isSettled: boolean };

const cache = new Map<string, Preloaded>();

const getCacheOwner = () => `${getCurrentLanguage()} ${readSession().session?.token}`;
const isUsable = ({ owner, startedAt }: Preloaded) => owner === getCacheOwner() && Date.now() - startedAt < MAX_AGE_MS;

/** Return whether all preloaded responses have arrived, so no skeleton is needed. */
export function arePreloadsSettled(): boolean {
  const all = [...cache.values()];
  return all.length > 0 && all.every((early) => early.isSettled && isUsable(early));
}

/** Return whether a usable preloaded response exists. */
export const hasPreloads = (): boolean => [...cache.values()].some(isUsable);

/** Send the requests of the first page in parallel with loading its code. */
export function preload(addresses: readonly string[], send: (address: string) => Promise<Response>): void {
  cache.clear();
  for (const address of addresses) {
    const entry = { owner: getCacheOwner(), startedAt: Date.now(), response: send(address), isSettled: false };
    cache.set(normalizeUrl(address), entry);
    entry.response.then(
      () => {
        entry.isSettled = true;
      },
      () => undefined, // the consumer handles the rejection
    );
  }
}

/** Remove a preloaded response from the cache; return it if usable, else null. */
export function consumePreloaded(url: string): Promise<Response> | null {
  const address = normalizeUrl(url);
  const entry = cache.get(address);
  cache.delete(address);
  return entry && isUsable(entry) ? entry.response : null;
}

/** Normalize the encoding of a URL's query, e.g. "+" and "%20" for a space. */
function normalizeUrl(url: string): string {
  const [start, query = ''] = url.split('?');
  return `${start}?${new URLSearchParams(query)}`;
}
