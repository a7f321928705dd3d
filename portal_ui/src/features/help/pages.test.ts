import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import words from '../../../../locale/en/help.json';
import all from '../../../../locale/help.json';
import { readHelp } from '../../../helpMarkdownPlugin';
import { filterGuides, findGuide } from './guides';
import { searchHelp } from './searchHelp';

const getFolder = (language: string) => join(import.meta.dirname, '../../../../locale', language, 'help');
const listNames = (language: string, ending: string) =>
  readdirSync(getFolder(language))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.replace(ending, ''))
    .sort();
const readTexts = (language: string) =>
  new Map(listNames(language, '.md').map((name) => [name, readHelp(join(getFolder(language), `${name}.md`))]));

const names = all.map(({ name }) => name).sort();
const english = readTexts('en');
const spanish = readTexts('es');

describe('help pages', () => {
  it('match the list of guides in both languages', () => {
    expect([...english.keys()]).toEqual(names);
    expect([...spanish.keys()]).toEqual(names);
  });

  it('have the same headings, steps, labels, links and pictures in both languages', () => {
    const getShape = (name: string, texts: typeof english) =>
      texts.get(name)?.blocks.map((block) => {
        if (block.kind === 'picture') return [block.kind, block.name];
        const lines = 'items' in block ? block.items : [block.inlines];
        return [
          block.kind,
          ...lines.map((line) =>
            line.flatMap((each) => (typeof each === 'string' ? [] : 'page' in each ? [each.page] : ['label'])),
          ),
        ];
      });
    for (const name of names) expect(getShape(name, spanish), name).toEqual(getShape(name, english));
  });

  it('have a unique title in each language', () => {
    for (const texts of [english, spanish]) {
      const titles = [...texts.values()].map(({ title }) => title);
      expect(new Set(titles).size).toBe(names.length);
    }
    for (const [name, { title }] of english) expect(spanish.get(name)?.title, name).not.toBe(title);
  });

  it('belong to a section with a translated name', () => {
    expect(
      [...new Set(all.map(({ section }) => section))].filter((section) => !(section in words.help.section)),
    ).toEqual([]);
  });

  it('link only to pages that the same roles can read', () => {
    for (const { name, roles } of all) {
      const led = english
        .get(name)
        ?.blocks.flatMap((block) => ('items' in block ? block.items : 'inlines' in block ? [block.inlines] : []));
      for (const each of led?.flat() ?? []) {
        if (typeof each === 'string' || !('page' in each)) continue;
        for (const role of roles) expect(filterGuides(role).map((guide) => guide.name)).toContain(each.page);
      }
    }
  });

  it('use every picture file and stay within the size limit', () => {
    for (const [language, texts] of [
      ['en', english],
      ['es', spanish],
    ] as const) {
      const used = [...texts.values()].flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === 'picture' ? [block.name, `${block.name}-phone`] : [])),
      );
      expect(used.sort()).toEqual(listNames(language, '.webp'));
    }
    const bytes = ['en', 'es'].flatMap((language) =>
      listNames(language, '.webp').map((name) => statSync(join(getFolder(language), `${name}.webp`)).size),
    );
    expect(bytes.reduce((total, size) => total + size, 0)).toBeLessThan(3_000_000);
  });
});

describe('readHelp', () => {
  const path = join(getFolder('es'), 'trial.md');

  it.each([
    ['lossy', 'VP8 ', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x2c, 0x04, 0xd6, 0x02]],
    ['extended', 'VP8X', [0, 0, 0, 0, 0, 0, 0, 0, 0x2b, 0x04, 0, 0xd5, 0x02, 0]],
  ])('reads the size of a picture in %s WebP', (_, format, rest) => {
    // The folder of a language, below that of its messages.
    const folder = join(mkdtempSync(join(tmpdir(), 'help-')), 'help');
    mkdirSync(folder);
    writeFileSync(join(folder, '../server.json'), '{}');
    writeFileSync(join(folder, '../help.json'), '{}');
    const picture = Buffer.concat([Buffer.from(`RIFF....WEBP${format}`, 'latin1'), Buffer.from(rest)]);
    for (const name of ['pack', 'pack-phone']) writeFileSync(join(folder, `${name}.webp`), picture);
    const { blocks } = readHelp(join(folder, 'pack.md'), '# T\n\n![What it shows, at length](pack)');
    rmSync(join(folder, '..'), { recursive: true });
    expect(blocks).toMatchObject([{ kind: 'picture', size: { width: 1068, height: 726 } }]);
  });

  it.each([
    ['an unknown message', '# T\n\nPress {process.noSuchButton}.', 'unknown message'],
    ['a message with a placeholder', '# T\n\n{process.moved}', 'is not a label'],
    ['a missing picture', '# T\n\n![What it shows, at length](no-such-picture)', 'missing picture'],
    ['html', '# T\n\n<b>bold</b>', 'unsupported markdown'],
    ['an external link', '# T\n\n[here](https://example.org)', 'unsupported markdown'],
    ['no title', 'Only a sentence.', 'must be the title'],
  ])('rejects %s', (_, source, problem) => {
    expect(() => readHelp(path, source)).toThrow(problem);
  });
});

describe('findGuide', () => {
  it.each([
    ['SERVICE', '/es/process-repair/7', '?tab=DIAGNOSTICS', 'diagnose'],
    ['CLIENT', '/es/process-repair/7', '?tab=DIAGNOSTICS', 'request'],
    ['CLIENT', '/en/process-repair/7', '?tab=WAITING_FOR_PICK_UP', 'hand-over'],
    ['SUPERVISOR', '/en/remote-support/process/3', '?tab=DETAILS', 'approve-support'],
    ['ADMIN', '/en/edit/contact/client', '', 'users'],
    ['CLIENT', '/en/active-repairs', '?page=2', 'start'],
  ])('returns for %s at %s%s the page %s', (role, pathname, search, name) => {
    expect(findGuide(role, pathname, search)?.name).toBe(name);
  });

  it('returns undefined if the role has no page about the screen', () => {
    expect(findGuide('CLIENT', '/en/contacts', '')).toBeUndefined();
  });
});

describe('searchHelp', () => {
  const searchNames = (role: string, query: string) =>
    searchHelp(filterGuides(role), spanish, query).map(({ guide }) => guide.name);
  it('matches all words regardless of accents and case, titles first', () => {
    expect(searchNames('SERVICE', 'DIAGNOSTICO')).toContain('courier');
    expect(searchNames('SERVICE', 'diagnosticar unidades')[0]).toBe('diagnose');
    expect(searchNames('CLIENT', 'paquete transportista')).toContain('hand-over');
  });
  it('ignores pages of other roles', () => {
    expect(searchNames('CLIENT', 'catálogo piezas interruptor')).toEqual([]);
  });
});
