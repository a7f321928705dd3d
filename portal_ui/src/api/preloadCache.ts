import { currentLanguage } from '../core/i18n/language';
import { readSession } from './session';

/** How long an answer that nobody has asked for yet is good, in milliseconds: on a bad line the code takes long to come. */
const freshFor = 20_000;

type Early = { by: string; at: number; answer: Promise<Response>; hasCome: boolean };

const kept = new Map<string, Early>();

const asker = () => `${currentLanguage()} ${readSession().session?.token}`;
const isGood = ({ by, at }: Early) => by === asker() && Date.now() - at < freshFor;

/** Whether those answers are there and good: who draws them need not draw first that they are awaited. */
export function haveComeEarly(): boolean {
  const all = [...kept.values()];
  return all.length > 0 && all.every((early) => early.hasCome && isGood(early));
}

/** Whether anything has been asked for that is still good. */
export const hasAskedEarly = (): boolean => [...kept.values()].some(isGood);

/** Asks for what the first page will ask for, once its code is there, and keeps the answers. */
export function askEarly(addresses: readonly string[], send: (address: string) => Promise<Response>): void {
  kept.clear();
  for (const address of addresses) {
    const asked = { by: asker(), at: Date.now(), answer: send(address), hasCome: false };
    kept.set(inOneWriting(address), asked);
    asked.answer.then(
      () => {
        asked.hasCome = true;
      },
      () => undefined, // told to whoever takes it
    );
  }
}

/** Such an answer, once and while it is fresh, to who asks for the very same. */
export function takeEarly(url: string): Promise<Response> | null {
  const address = inOneWriting(url);
  const taken = kept.get(address);
  kept.delete(address);
  return taken && isGood(taken) ? taken.answer : null;
}

/** An address as it is written here: a space, for one, may be written in two ways. */
function inOneWriting(url: string): string {
  const [start, query = ''] = url.split('?');
  return `${start}?${new URLSearchParams(query)}`;
}
