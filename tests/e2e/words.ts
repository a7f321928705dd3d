import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'en' | 'es';
export type Values = Record<string, string | number>;
type Tree = { [key: string]: string | Tree };

const folder = join(import.meta.dirname, '../../locale');

function load(language: Language, names: (name: string) => boolean): Tree {
  const files = readdirSync(join(folder, language)).filter((name) => name.endsWith('.json') && names(name));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(folder, language, name), 'utf8'))));
}

function find(tree: Tree, key: string): string {
  let found: string | Tree | undefined = tree;
  for (const step of key.split('.')) found = typeof found === 'object' ? found[step] : undefined;
  if (typeof found !== 'string') throw new Error(`no word for ${key}`);
  return found;
}

function fill(text: string, values: Values, separator: string): string {
  const count = Number(values.smart_count ?? values.count ?? 1);
  const form = text.split(separator)[count === 1 ? 0 : 1] ?? text;
  return form.replace(/%?\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')).trim();
}

/** Return lookups for the messages of the interface and the server in a language. */
export function wordsIn(language: Language) {
  const interfaceWords = load(language, (name) => name !== 'server.json');
  const serverWords = load(language, (name) => name === 'server.json');
  return {
    language,
    say: (key: string, values: Values = {}) => fill(find(interfaceWords, key), values, '||||'),
    server: (key: string, values: Values = {}) => fill(find(serverWords, key), values, ' || '),
  };
}

export type Words = ReturnType<typeof wordsIn>;
