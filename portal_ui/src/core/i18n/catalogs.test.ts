import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import reactAdmin from 'ra-language-english';
import { describe, expect, it } from 'vitest';
import en from './en';
import es from './es';
import { mergeMessages } from './mergeMessages';

type Tree = { [key: string]: string | Tree };

const source = join(import.meta.dirname, '../..');
const locale = join(source, '../../locale');

/** Flatten a message tree to pairs of translation key and message. */
function flattenTree(tree: Tree, prefix = ''): [key: string, message: string][] {
  return Object.entries(tree).flatMap<[string, string]>(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flattenTree(value, `${prefix}${key}.`),
  );
}

function readCatalog(language: string): Map<string, Map<string, string>> {
  const files = readdirSync(join(locale, language)).filter((name) => name.endsWith('.json') && name !== 'server.json');
  return new Map(
    files.map((name) => [
      name.replace('.json', ''),
      new Map(flattenTree(JSON.parse(readFileSync(join(locale, language, name), 'utf8')))),
    ]),
  );
}

function listSourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listSourceFiles(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const english = readCatalog('en');
const spanish = readCatalog('es');
/** Areas of the portal; the keys of `ra` are used by react-admin's code. */
const areas = [...english.keys()].filter((area) => area !== 'ra');
const mergeAreas = (of: Map<string, Map<string, string>>) =>
  new Map([...of.values()].flatMap((areaMessages) => [...areaMessages]));
const code = listSourceFiles(source)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** Collect the keys in the code, and patterns of keys like `area.${part}.title`. */
function findKeysInCode() {
  const area = `(?:${areas.join('|')})`;
  const named = new Set([...code.matchAll(new RegExp(`['"](${area}\\.[\\w.-]+)['"]`, 'g'))].map((match) => match[1]));
  const patterns = [...code.matchAll(new RegExp(`\`(${area}\\.[^\`\\s]*\\$\\{[^\`]*)\``, 'g'))].map(
    (match) => new RegExp(`^${(match[1] ?? '').replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.-]+')}$`),
  );
  return { named, patterns };
}

const getPlaceholders = (message: string) => [...new Set(message.match(/%\{\w+\}/g) ?? [])].sort();
const countPluralForms = (message: string) => message.split('||||').length;

describe('message catalogs', () => {
  it('have the same files in both languages, each with its name as the only top-level key', () => {
    expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [area, areaMessages] of [...english, ...spanish]) {
      expect(new Set([...areaMessages.keys()].map((key) => key.split('.')[0]))).toEqual(new Set([area]));
    }
  });

  it('have the same keys, placeholders and plural forms in both languages', () => {
    const spanishMessages = mergeAreas(spanish);
    for (const [key, message] of mergeAreas(english)) {
      const translated = spanishMessages.get(key);
      expect(translated, key).toBeTruthy();
      expect(getPlaceholders(translated ?? ''), key).toEqual(getPlaceholders(message));
      expect(countPluralForms(translated ?? ''), key).toBe(countPluralForms(message));
    }
    const known = mergeAreas(english);
    expect([...spanishMessages.keys()].filter((key) => !key.startsWith('ra.') && !known.has(key))).toEqual([]);
  });

  it('have every key that the code uses', () => {
    const known = mergeAreas(english);
    const { named, patterns } = findKeysInCode();
    expect([...named].filter((key) => key !== undefined && !known.has(key))).toEqual([]);
    expect(patterns.filter((pattern) => ![...known.keys()].some((key) => pattern.test(key)))).toEqual([]);
  });

  it('have no unused key', () => {
    const { named, patterns } = findKeysInCode();
    const unused = [...mergeAreas(english).keys()].filter(
      // The static pages render the `texts` catalog as a whole.
      (key) => !/^(texts|ra)\./.test(key) && !named.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it('have a Spanish message for every key of react-admin', () => {
    const known = new Set(flattenTree(es as unknown as Tree).map(([key]) => key));
    const missing = flattenTree(reactAdmin as unknown as Tree).filter(([key]) => !known.has(key));
    expect(missing).toEqual([]);
  });
});

it('load the same areas at first in both languages', () => {
  const listAreas = (tree: object) => Object.keys(tree).sort();
  expect(listAreas(en)).toEqual(listAreas(es));
});

describe('mergeMessages', () => {
  it('replaces a message by a tree, and a tree by a message', () => {
    expect(mergeMessages({ a: '1', b: { c: '2' } }, { a: { d: '3' }, b: '4' })).toEqual({ a: { d: '3' }, b: '4' });
  });

  it('changes none of its trees', () => {
    const first = { a: { b: '1' } };
    mergeMessages(first, { a: { c: '2' } });
    expect(first).toEqual({ a: { b: '1' } });
  });

  it('merges trees, and later messages win', () => {
    expect(mergeMessages({ a: { b: '1', c: '2' } }, { a: { c: '3' }, d: '4' })).toEqual({
      a: { b: '1', c: '3' },
      d: '4',
    });
  });
});
