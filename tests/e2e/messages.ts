import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'en' | 'es';
export type Values = Record<string, string | number>;
type Tree = { [key: string]: string | Tree };

const folder = join(import.meta.dirname, '../../locale');

function load(language: Language, isIncluded: (name: string) => boolean): Tree {
  const files = readdirSync(join(folder, language)).filter((name) => name.endsWith('.json') && isIncluded(name));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(folder, language, name), 'utf8'))));
}

function findMessage(tree: Tree, key: string): string {
  let node: string | Tree | undefined = tree;
  for (const step of key.split('.')) node = typeof node === 'object' ? node[step] : undefined;
  if (typeof node !== 'string') throw new Error(`no message for ${key}`);
  return node;
}

function fill(text: string, values: Values, separator: string): string {
  const count = Number(values.smart_count ?? values.count ?? 1);
  const form = text.split(separator)[count === 1 ? 0 : 1] ?? text;
  return form.replace(/%?\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')).trim();
}

/** Return lookups for the messages of the interface and the server in a language. */
export function getMessages(language: Language) {
  const interfaceMessages = load(language, (name) => name !== 'server.json');
  const serverMessages = load(language, (name) => name === 'server.json');
  return {
    language,
    /** Format a day without year, as in the header of a request. */
    shortDay: (day: string) =>
      new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day)),
    t: (key: string, values: Values = {}) => fill(findMessage(interfaceMessages, key), values, '||||'),
    server: (key: string, values: Values = {}) => fill(findMessage(serverMessages, key), values, ' || '),
  };
}

export type Messages = ReturnType<typeof getMessages>;
