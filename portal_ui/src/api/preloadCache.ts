import { getCurrentLanguage } from '../core/i18n/language';
import { readSession } from './session';

/** Lifetime of an unused response in milliseconds: on a slow connection the code loads late. */
const MAX_AGE_MS = 20_000;

type Preloaded = { owner: string; startedAt: number; response: Promise<Response>; isSettled: boolean };

const cache = new Map<string, Preloaded>();

const getCacheOwner = () => `${getCurrentLanguage()} ${readSession().session?.token}`;
const isUsable = ({ owner, startedAt }: Preloaded) => owner === getCacheOwner() && Date.now() - startedAt < MAX_AGE_MS;

/** Whether all preloaded responses have arrived, so that no skeleton is needed. */
export function arePreloadsSettled(): boolean {
  const all = [...cache.values()];
  return all.length > 0 && all.every((early) => early.isSettled && isUsable(early));
}

/** Whether anything has been asked for that is still good. */
export const hasPreloads = (): boolean => [...cache.values()].some(isUsable);

/** Preload the responses that the first page will request, in parallel with its code. */
export function preload(addresses: readonly string[], send: (address: string) => Promise<Response>): void {
  cache.clear();
  for (const address of addresses) {
    const asked = { owner: getCacheOwner(), startedAt: Date.now(), response: send(address), isSettled: false };
    cache.set(normalizeUrl(address), asked);
    asked.response.then(
      () => {
        asked.isSettled = true;
      },
      () => undefined, // the consumer handles the rejection
    );
  }
}

/** Return a preloaded response once, if it is fresh. */
export function consumePreloaded(url: string): Promise<Response> | null {
  const address = normalizeUrl(url);
  const taken = cache.get(address);
  cache.delete(address);
  return taken && isUsable(taken) ? taken.response : null;
}

/** Normalize a URL: a space, for one, can be encoded in two ways. */
function normalizeUrl(url: string): string {
  const [start, query = ''] = url.split('?');
  return `${start}?${new URLSearchParams(query)}`;
}
