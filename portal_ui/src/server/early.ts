import { currentLanguage } from '../i18n/language';
import { readSession } from './session';

/** How long an answer that nobody has asked for yet is good, in milliseconds. */
const freshFor = 10_000;

let kept: { address: string; by: string; at: number; answer: Promise<Response>; hasCome: boolean } | null = null;

const asker = () => `${currentLanguage()} ${readSession().session?.token}`;
const isGood = ({ by, at }: { by: string; at: number }) => by === asker() && Date.now() - at < freshFor;

/** Whether that answer is there and good: who draws it need not draw first that it is awaited. */
export const hasComeEarly = (): boolean => kept?.hasCome === true && isGood(kept);

/** Keeps the answer to what the first page will ask for, once its code is there. */
export function keepEarly(address: string, answer: Promise<Response>): void {
  const asked = { address: inOneWriting(address), by: asker(), at: Date.now(), answer, hasCome: false };
  kept = asked;
  answer.then(
    () => {
      asked.hasCome = true;
    },
    () => undefined, // told to whoever takes it
  );
}

/** That answer, once and while it is fresh, to who asks for the very same. */
export function takeEarly(url: string): Promise<Response> | null {
  if (!kept || inOneWriting(url) !== kept.address) return null;
  const taken = kept;
  kept = null;
  return isGood(taken) ? taken.answer : null;
}

/** An address as it is written here: a space, for one, may be written in two ways. */
function inOneWriting(url: string): string {
  const [start, query = ''] = url.split('?');
  return `${start}?${new URLSearchParams(query)}`;
}
